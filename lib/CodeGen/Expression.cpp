// Parses the expressions of the table of elementwise functions while substituting their operands.
#include "CodeGen/Expression.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <fmt/format.h>

using namespace llvm;
using mlir::FloatType, mlir::IntegerType, mlir::Type;

namespace gpufuse {
namespace {

bool isWord(char c) { return isAlnum(c) || c == '_'; }

std::string parenthesized(const Expression &e) { return "(" + e.text + ")"; }

/// Comparisons and bitwise operators next to each other are legal without parentheses, and warned about.
bool isConfusing(int outer, int inner) {
  if (inner >= kUnary || outer == inner)
    return outer == inner && (outer == kEquality || outer == kRelational);
  const bool isComparison = outer == kEquality || outer == kRelational;
  if (isComparison)
    return inner == kEquality || inner == kRelational;
  if (outer == kBitAnd || outer == kBitOr || outer == kBitXor || outer == kShift)
    return true;
  return outer == kLogicalOr && inner == kLogicalAnd;
}

Expression binary(StringRef token, int precedence, const Expression &lhs, const Expression &rhs) {
  const bool isNegation = lhs.precedence == kUnary && lhs.text.front() == '!';
  const bool parenLhs = lhs.precedence < precedence || isConfusing(precedence, lhs.precedence) ||
                        (isNegation && (precedence == kEquality || precedence == kRelational || precedence == kBitAnd));
  const bool parenRhs = rhs.precedence <= precedence || isConfusing(precedence, rhs.precedence);
  return {(parenLhs ? parenthesized(lhs) : lhs.text) + " " + token.str() + " " +
              (parenRhs ? parenthesized(rhs) : rhs.text),
          precedence};
}

Expression unary(char token, const Expression &operand) {
  const bool clashes = operand.text.front() == token && token != '!' && token != '~'; // `- -x`, not `--x`
  const bool paren = operand.precedence < kUnary || clashes;
  return {token + (paren ? parenthesized(operand) : operand.text), kUnary};
}

Expression conditional(const Expression &condition, const Expression &yes, const Expression &no) {
  const auto part = [](const Expression &e) { return e.precedence <= kConditional ? parenthesized(e) : e.text; };
  return {part(condition) + " ? " + part(yes) + " : " + part(no), kConditional};
}

struct Operator {
  StringRef token;
  int precedence;
};
/// Longer tokens before their prefixes.
constexpr Operator kOperators[] = {
    {"||", kLogicalOr},     {"&&", kLogicalAnd},    {"==", kEquality},     {"!=", kEquality},  {"<=", kRelational},
    {">=", kRelational},    {"<<", kShift},         {">>", kShift},        {"<", kRelational}, {">", kRelational},
    {"|", kBitOr},          {"^", kBitXor},         {"&", kBitAnd},        {"+", kAdditive},   {"-", kAdditive},
    {"*", kMultiplicative}, {"/", kMultiplicative}, {"%", kMultiplicative}};

/// Recursive descent over one row's code.
class Template {
public:
  Template(StringRef code, ArrayRef<Expression> operands, StringRef type)
      : rest(code), operands(operands), type(type) {}

  Expression expression() {
    Expression condition = binaries(kLogicalOr);
    if (!take("?"))
      return condition;
    const Expression yes = expression();
    (void)take(":");
    return conditional(condition, yes, expression());
  }

private:
  bool take(StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }

  Expression binaries(int lowest) {
    Expression lhs = prefixed();
    for (;;) {
      rest = rest.ltrim();
      const auto *found = llvm::find_if(kOperators, [&](const Operator &op) { return rest.starts_with(op.token); });
      if (found == std::end(kOperators) || found->precedence < lowest)
        return lhs;
      rest = rest.drop_front(found->token.size());
      lhs = binary(found->token, found->precedence, lhs, binaries(found->precedence + 1));
    }
  }

  Expression prefixed() {
    for (char token : {'-', '!', '~'})
      if (take(StringRef(&token, 1)))
        return unary(token, prefixed());
    return primary();
  }

  Expression primary() {
    if (take("(")) {
      const Expression inner = expression();
      (void)take(")");
      return inner; // what needs parentheses gets them again
    }
    const StringRef word = rest.take_while([](char c) { return isWord(c) || c == ':' || c == '.'; });
    rest = rest.drop_front(word.size());
    if (word.size() == 1 && word >= "a" && word <= "c" && static_cast<size_t>(word[0] - 'a') < operands.size())
      return operands[word[0] - 'a'];
    const std::string name = word == "T" ? type.str() : word.str();
    if (!take("("))
      return {name, kPrimary};
    std::string arguments;
    while (!take(")")) {
      arguments += expression().text;
      if (take(","))
        arguments += ", ";
    }
    return {name + "(" + arguments + ")", kPrimary};
  }

  StringRef rest;
  ArrayRef<Expression> operands;
  StringRef type;
};

} // namespace

bool Expression::isAtom() const {
  return llvm::all_of(text, [](char c) { return isWord(c) || c == '.'; }) || (precedence == kUnary && text.size() < 8);
}

Expression instantiate(StringRef code, ArrayRef<Expression> operands, StringRef type) {
  return Template(code, operands, type).expression();
}

int countOperand(StringRef code, int index) {
  int count = 0;
  for (StringRef rest = code; !rest.empty();) {
    rest = rest.drop_until(isWord);
    const StringRef word = rest.take_while(isWord);
    count += word.size() == 1 && word[0] == 'a' + index;
    rest = rest.drop_front(word.size());
  }
  return count;
}

StringRef cppType(Type type) {
  if (type.isF32())
    return "float";
  if (type.isF64())
    return "double";
  if (type.isInteger(1))
    return "bool";
  return type.isInteger(32) ? "std::int32_t" : "std::int64_t";
}

static Expression realLiteral(double value, bool isFloat) {
  const auto typed = [&](std::string text) { return isFloat ? text : "double(" + text + ")"; };
  if (std::isnan(value))
    return {typed("NAN"), kPrimary};
  if (std::isinf(value))
    return value < 0 ? Expression{"-" + typed("INFINITY"), kUnary} : Expression{typed("INFINITY"), kPrimary};
  std::string text = isFloat ? fmt::format("{}", static_cast<float>(value)) : fmt::format("{}", value);
  if (StringRef(text).find_first_of(".e") == StringRef::npos)
    text += ".0";
  return {isFloat ? text + "f" : text, std::signbit(value) ? kUnary : kPrimary};
}

std::string plainInteger(int64_t value) {
  // The lowest value has no literal of its own.
  return value == INT64_MIN ? "(-9223372036854775807 - 1)" : std::to_string(value);
}

static Expression integerLiteral(IntegerType type, const APInt &value) {
  if (type.getWidth() == 1)
    return {value.isZero() ? "false" : "true", kPrimary};
  const int64_t number = value.getSExtValue();
  if (type.getWidth() == 64)
    return {"std::int64_t(" + (number == INT64_MIN ? "-9223372036854775807 - 1" : std::to_string(number)) + ")",
            kPrimary};
  if (number == INT32_MIN)
    return {"-2147483647 - 1", kAdditive};
  return {std::to_string(number), number < 0 ? kUnary : kPrimary};
}

Expression literal(mlir::Attribute value) {
  if (auto real = dyn_cast<mlir::FloatAttr>(value))
    return realLiteral(real.getValueAsDouble(), real.getType().isF32());
  auto integer = cast<mlir::IntegerAttr>(value);
  return integerLiteral(cast<IntegerType>(integer.getType()), integer.getValue());
}

Expression convert(const Expression &value, Type from, Type to) {
  if (from == to)
    return value;
  // C++ leaves a real beyond an integer's range open; the language does not.
  const bool isChecked = isa<FloatType>(from) && isa<IntegerType>(to) && !to.isInteger(1);
  const std::string function = isChecked ? "::gpufuse::scalar::convert<" + cppType(to).str() + ">" : cppType(to).str();
  return {function + "(" + value.text + ")", kPrimary};
}

} // namespace gpufuse
