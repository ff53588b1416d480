// Parses the expressions of the table of elementwise functions while substituting their operands.
#include "CodeGen/Expression.h"

#include "IR/ElementTypes.h"
#include "IR/ElementwiseFunctions.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <fmt/format.h>

using namespace llvm;
using mlir::Type;

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
    for (const char token : {'-', '!', '~'})
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

/// A half as a float. Its literals are floats' in parentheses.
static Expression toFloat(const Expression &half, Type type) {
  StringRef text = half.text;
  const bool isLiteral = text.consume_front((cppType(type) + "(").str()) && text.consume_back("f)") &&
                         llvm::all_of(text, [](char c) { return isDigit(c) || c == '.' || c == 'e' || c == '-'; });
  if (isLiteral)
    return {text.str() + "f", text.starts_with("-") ? kUnary : kPrimary};
  return {"float(" + half.text + ")", kPrimary};
}

/// Whether C++ computes in int what NumPy computes in the type itself.
static bool isNarrowInteger(type_id type) { return kind_of(type) == type_kind::integral && size_of(type) < 4; }

Expression instantiate(StringRef code, ArrayRef<Expression> operands, gf::ElementwiseOp op) {
  const Type computing = gf::elementType(op.getInputs().back().getType()), result = gf::elementType(op.getType());
  const bool isOwn = (classesOf(op.getFunction()) & type_class::own_type) != 0;
  if (is_half(idOf(computing)) && !isOwn) {
    SmallVector<Expression> floats;
    for (const Expression &operand : operands)
      floats.push_back(toFloat(operand, computing));
    const Expression rounded = instantiate(code, floats, "float");
    return result == computing ? convert(rounded, mlir::Float32Type::get(op.getContext()), computing) : rounded;
  }
  const Expression expression = instantiate(code, operands, cppType(computing));
  const bool isInt = expression.precedence != kPrimary && result == computing && isNarrowInteger(idOf(computing));
  return isInt && !isOwn ? Expression{cppType(computing).str() + "(" + expression.text + ")", kPrimary} : expression;
}

StringRef cppType(Type type) { return spellingOf(idOf(type)); }

StringRef accumulatorType(Type result) { return spellingOf(accumulator_type(idOf(result))); }

static Expression realLiteral(double value, bool isFloat) {
  const auto typed = [&](const std::string &text) { return isFloat ? text : "double(" + text + ")"; };
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

static Expression integerLiteral(const APSInt &number, type_id type) {
  if (type == type_id::boolean)
    return {number.isZero() ? "false" : "true", kPrimary};
  const std::string digits = llvm::toString(number, 10);
  if (type == type_id::int32)
    return number.isMinSignedValue() ? Expression{"-2147483647 - 1", kAdditive}
                                     : Expression{digits, number.isNegative() ? kUnary : kPrimary};
  const bool isLowest = type == type_id::int64 && number.isMinSignedValue();
  const std::string suffix = type == type_id::uint64 && number.getActiveBits() == 64 ? "u" : "";
  return {spellingOf(type).str() + "(" + (isLowest ? "-9223372036854775807 - 1" : digits + suffix) + ")", kPrimary};
}

Expression literal(mlir::Attribute value) {
  if (auto integer = dyn_cast<mlir::IntegerAttr>(value))
    return integerLiteral(valueOf(integer), idOf(integer.getType()));
  auto real = cast<mlir::FloatAttr>(value);
  const Expression number = realLiteral(real.getValueAsDouble(), !real.getType().isF64());
  return is_half(idOf(real.getType())) ? Expression{cppType(real.getType()).str() + "(" + number.text + ")", kPrimary}
                                       : number;
}

Expression convert(const Expression &value, Type from, Type to) {
  if (from == to)
    return value;
  // C++ leaves a real beyond an integer's range open, and has no way between halves; the language does.
  const bool isReal = kind_of(idOf(from)) == type_kind::floating;
  const bool isChecked =
      isReal && (kind_of(idOf(to)) == type_kind::integral || (is_half(idOf(from)) && is_half(idOf(to))));
  const std::string function = isChecked ? "::gpufuse::scalar::convert<" + cppType(to).str() + ">" : cppType(to).str();
  return {function + "(" + value.text + ")", kPrimary};
}

} // namespace gpufuse
