// Registers `[[gpufuse::fuse]]` with Clang, for the frontend.
#pragma once

#include "clang/AST/Decl.h"

namespace gpufuse {

/// Makes the attribute known to every parse that follows; call it once before parsing.
void registerAttributes();

/// Whether the declaration, or an earlier one of the same function, carries `[[gpufuse::fuse]]`.
[[nodiscard]] bool hasFuseAttribute(const clang::FunctionDecl *function);

} // namespace gpufuse
