// Parameter lists and arguments of kernels.
#include "CodeGen/KernelSkeleton.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace gpufuse {

using Kind = KernelInput::Kind;

std::string reductionType(gf::ReductionKind kind) { return "gpufuse::rt::" + gf::stringifyReductionKind(kind).str(); }

std::string listOf(ArrayRef<int64_t> axes) {
  return llvm::join(llvm::map_range(axes, [](int64_t axis) { return std::to_string(axis); }), ", ");
}

static std::string pointer(Type element, bool isConst, bool isRestrict, StringRef name) {
  return (isConst ? "const " : "") + cppType(element).str() + " *" + (isRestrict ? "__restrict__ " : "") + name.str();
}

/// On the device a draw comes prepared: what depends on the ticket alone is worked out once a launch.
static std::string drawType(Target target) {
  return target == Target::cuda ? "gpufuse::device::draw " : "gpufuse::rt::draw ";
}

void KernelSkeleton::addReduction(const KernelOutput &output, Strings &parameters) {
  if (plan.isAlongAxes()) {
    parameters.push_back("gpufuse::rt::totals<" + accumulatorType(output.element).str() + ", " +
                         cppType(output.element).str() + "> " + output.parts.front());
    pointers[&output] = output.parts.front();
    return;
  }
  partials[&output] = local(output.parts.front() + "_partials");
  pointers[&output] = output.parts.front();
  parameters.push_back("gpufuse::rt::partials<" + accumulatorType(output.element).str() + "> " + partials[&output]);
  parameters.push_back(pointer(output.element, false, true, output.parts.front()));
}

KernelSkeleton::Strings KernelSkeleton::denseParameters() {
  Strings parameters;
  for (const KernelInput &input : plan.inputs) {
    if (input.kind == Kind::array || input.kind == Kind::rankZero)
      parameters.push_back(pointer(input.element, true, !input.mayAliasOutput, input.parameter));
    else if (input.kind == Kind::inPlace)
      parameters.push_back(pointer(input.element, false, false, input.parameter));
    else if (input.kind == Kind::draw)
      parameters.push_back(drawType(target) + input.parameter);
    else if (input.kind == Kind::scalar)
      parameters.push_back(cppType(input.element).str() + " " + input.parameter);
  }
  for (const KernelOutput &output : plan.outputs) {
    if (output.inPlaceInput >= 0) {
      pointers[&output] = plan.inputs[output.inPlaceInput].parameter;
      continue;
    }
    if (output.reduction) {
      addReduction(output, parameters);
      continue;
    }
    pointers[&output] = output.lanes ? local(output.name) : output.parts.front();
    parameters.push_back(pointer(output.element, false, !output.mayAliasInput, pointers[&output]));
  }
  return parameters;
}

KernelSkeleton::Strings KernelSkeleton::stridedParameters() {
  Strings parameters;
  const auto strided = [&](StringRef type, StringRef name) {
    parameters.push_back(("gpufuse::rt::strided<" + type + ", " + rank() + "> " + name).str());
  };
  for (const KernelInput &input : plan.inputs) {
    const std::string type = cppType(input.element).str();
    if (input.kind == Kind::array || input.kind == Kind::inPlace)
      strided((input.kind == Kind::array ? "const " : "") + type, input.parameter);
    else if (input.kind == Kind::rankZero)
      parameters.push_back(pointer(input.element, true, !input.mayAliasOutput, input.parameter));
    else if (input.kind == Kind::draw)
      parameters.push_back(drawType(target) + input.parameter);
    else if (input.kind == Kind::scalar)
      parameters.push_back(type + " " + input.parameter);
    if (!input.numbering.empty())
      strided("void", input.numbering);
  }
  for (const KernelOutput &output : plan.outputs) {
    if (output.reduction)
      addReduction(output, parameters);
    else if (output.inPlaceInput < 0)
      for (const std::string &part : output.parts)
        strided(cppType(output.element), part);
  }
  return parameters;
}

void KernelSkeleton::readRankZero(SourceWriter &writer) {
  for (const KernelInput &input : plan.inputs) {
    if (input.kind != Kind::rankZero)
      continue;
    rankZero[&input] = local(input.name + "_e");
    writer.line("const " + cppType(input.element) + " " + rankZero[&input] + " = *" + input.parameter + ";");
  }
}

void KernelSkeleton::declareElements(SourceWriter &writer, llvm::function_ref<bool(size_t)> isWanted) {
  for (auto [position, output] : llvm::enumerate(plan.outputs))
    for (const std::string &part : output.parts) {
      elements.push_back(isWanted(position) ? local(part + "_e") : std::string());
      if (isWanted(position))
        writer.line(cppType(output.yielded) + " " + elements.back() + ";");
    }
}

std::string KernelSkeleton::drawnNumber(const KernelInput &input, StringRef i) const {
  const StringRef distribution = gf::stringifyDistribution(input.distribution);
  const std::string function = target == Target::cuda ? "gpufuse::device::" + distribution.str()
                                                      : "gpufuse::random::" + distribution.str() + "_at";
  return (function + "<" + cppType(input.element) + ">(" + input.parameter + ", " + i + ")").str();
}

std::string KernelSkeleton::argument(const KernelInput &input, StringRef index) const {
  if (input.kind == Kind::scalar)
    return input.parameter;
  if (input.kind == Kind::rankZero) {
    const std::string read = rankZero.lookup(&input);
    return read.empty() ? "*" + input.parameter : read;
  }
  return (input.parameter + "[" + index + "]").str();
}

KernelSkeleton::Strings KernelSkeleton::denseInputs(StringRef i) {
  Strings arguments;
  for (const KernelInput &input : plan.inputs)
    arguments.push_back(input.kind == Kind::draw    ? drawnNumber(input, i)
                        : input.kind == Kind::index ? i.str()
                                                    : argument(input, i));
  return arguments;
}

KernelSkeleton::Strings KernelSkeleton::stridedInputs(StringRef at, StringRef i) {
  Strings arguments;
  for (const KernelInput &input : plan.inputs) {
    const std::string number = input.numbering.empty() ? i.str() : (input.numbering + ".offset(" + at + ")").str();
    arguments.push_back(input.kind == Kind::draw    ? drawnNumber(input, number)
                        : input.kind == Kind::index ? number
                                                    : argument(input, at));
  }
  return arguments;
}

StringRef KernelSkeleton::pointerOf(const KernelOutput &output) const { return pointers.find(&output)->second; }

StringRef KernelSkeleton::stridedOf(const KernelOutput &output, size_t part) const {
  return output.inPlaceInput >= 0 ? plan.inputs[output.inPlaceInput].parameter : output.parts[part];
}

StringRef KernelSkeleton::partialsOf(const KernelOutput &output) const { return partials.find(&output)->second; }

void KernelSkeleton::callBody(SourceWriter &writer, StringRef head, Strings inputs,
                              ArrayRef<std::string> outputs) const {
  inputs.insert(inputs.end(), outputs.begin(), outputs.end());
  writer.list((head + plan.name + "(").str(), inputs, ");");
}

bool KernelSkeleton::ownsAll(const KernelOutput &output) const {
  auto stacked = output.shape.getDefiningOp<gf::StackShapeOp>();
  gf::KernelOp op = plan.op;
  const Value shape = output.lanes && stacked ? Value(stacked.getShape()) : output.shape;
  return shape == op.getSpace();
}

void KernelSkeleton::storeElements(SourceWriter &writer, StringRef at) const {
  size_t next = 0;
  for (const KernelOutput &output : plan.outputs)
    for (size_t part = 0; part < output.parts.size(); ++part, ++next) {
      if (output.reduction)
        continue;
      const StringRef target = stridedOf(output, part);
      const std::string guard = ownsAll(output) ? "" : ("if (" + target + ".owns(" + at + ")) ").str();
      writer.line(guard + target + "[" + at + "] = " + elements[next] + ";");
    }
}

KernelSkeleton::Strings KernelSkeleton::directOutputs(StringRef at) const {
  Strings places;
  for (const KernelOutput &output : plan.outputs)
    for (size_t part = 0; part < output.parts.size(); ++part)
      places.push_back((stridedOf(output, part) + "[" + at + "]").str());
  return places;
}

} // namespace gpufuse
