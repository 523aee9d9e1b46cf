//! Texts of conditions, as the compiler writes them into the message of an assertion: it parses the
//! condition and prints it again, with a space on each side of an operator, and none elsewhere.

use proc_macro2::{Delimiter, LineColumn, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use std::collections::HashSet;
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};
use syn::{Expr, ExprBinary, ExprCast, ExprClosure, ExprReference, ExprUnary};

/// The width of a line. Longer texts have line ends, which are left to the compiler.
const WIDTH: usize = 78;

/// Returns the text of a condition; `None` if it may be longer than a line, or is code of several
/// lines.
pub(crate) fn text_of(condition: &Expr) -> Option<String> {
    let mut operators = Operators::default();
    operators.visit_expr(condition);
    let mut printer = Printer { operators, text: String::new(), before: Before::Open };
    printer.print(condition.to_token_stream())?;
    // Without a space there is no place where a line could end.
    (printer.text.len() <= WIDTH || !printer.text.contains(' ')).then_some(printer.text)
}

/// Places of operators.
#[derive(Default)]
struct Operators {
    /// With two operands.
    binary: HashSet<Place>,
    /// With one operand, which follows; or the begin of a closure.
    unary: HashSet<Place>,
    /// The end of the parameters of a closure.
    ends: HashSet<Place>,
}

type Place = (usize, usize);

fn place(span: Span) -> Place {
    let LineColumn { line, column } = span.start();
    (line, column)
}

impl<'ast> Visit<'ast> for Operators {
    fn visit_expr_binary(&mut self, expr: &'ast ExprBinary) {
        self.binary.insert(place(expr.op.span()));
        visit::visit_expr_binary(self, expr);
    }

    fn visit_expr_unary(&mut self, expr: &'ast ExprUnary) {
        self.unary.insert(place(expr.op.span()));
        visit::visit_expr_unary(self, expr);
    }

    fn visit_expr_reference(&mut self, expr: &'ast ExprReference) {
        self.unary.insert(place(expr.and_token.span()));
        visit::visit_expr_reference(self, expr);
    }

    fn visit_expr_closure(&mut self, expr: &'ast ExprClosure) {
        self.unary.insert(place(expr.inputs_begin.span()));
        self.ends.insert(place(expr.inputs_end.span()));
        visit::visit_expr_closure(self, expr);
    }

    fn visit_expr_cast(&mut self, expr: &'ast ExprCast) {
        visit::visit_expr(self, &expr.expr);
    }
}

/// What was printed last.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// Nothing, or what no space follows.
    Open,
    /// A word or a literal.
    Word,
    /// A keyword, an operator, or what else a space follows.
    Spaced,
    /// The end of an operand: `)`, `]`, `>`, `?`.
    Close,
    /// The `!` of a macro.
    Macro,
}

struct Printer {
    operators: Operators,
    text: String,
    before: Before,
}

/// Words before which and after which a space stands.
const KEYWORDS: [&str; 12] =
    ["as", "in", "return", "break", "move", "mut", "ref", "const", "raw", "dyn", "static", "async"];

impl Printer {
    fn print(&mut self, tokens: TokenStream) -> Option<()> {
        let tokens: Vec<_> = tokens.into_iter().collect();
        let mut place_ = 0;
        while let Some(token) = tokens.get(place_) {
            place_ += 1;
            match token {
                TokenTree::Group(group) => self.group(group)?,
                TokenTree::Ident(word) => {
                    let word = word.to_string();
                    let is_keyword = KEYWORDS.contains(&&*word);
                    self.word(&word, if is_keyword { Before::Spaced } else { Before::Word });
                }
                TokenTree::Literal(literal) => {
                    let literal = literal.to_string();
                    if literal.contains('\n') {
                        return None;
                    }
                    self.word(&literal, Before::Word);
                }
                TokenTree::Punct(first) => {
                    let (start, mut operator) = (first.span(), first.as_char().to_string());
                    let mut is_joint = first.spacing() == Spacing::Joint;
                    while let (true, Some(TokenTree::Punct(next))) = (is_joint, tokens.get(place_))
                        && is_operator(&operator, next.as_char())
                    {
                        operator.push(next.as_char());
                        is_joint = next.spacing() == Spacing::Joint;
                        place_ += 1;
                    }
                    self.operator(&operator, start)?;
                }
            }
        }
        Some(())
    }

    fn group(&mut self, group: &proc_macro2::Group) -> Option<()> {
        let (open, close) = match group.delimiter() {
            Delimiter::None => return self.print(group.stream()),
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::Brace => return self.braces(group),
        };
        if self.before == Before::Spaced {
            self.text.push(' ');
        }
        let is_tuple = self.before != Before::Word && self.before != Before::Close;
        self.text.push_str(open);
        if self.before == Before::Macro {
            self.as_written(group.stream())?;
        } else {
            self.before = Before::Open;
            self.print(group.stream())?;
        }
        // A comma stays after the only element of a tuple.
        if self.text.ends_with(',') && !(is_tuple && open == "(" && commas(group) == 1) {
            self.text.pop();
        }
        self.text.push_str(close);
        self.before = Before::Close;
        Some(())
    }

    /// Prints a block of one expression, or the fields of a value.
    fn braces(&mut self, group: &proc_macro2::Group) -> Option<()> {
        let is_line = |token: TokenTree| match token {
            TokenTree::Punct(token) => token.as_char() != ';' && token.as_char() != '#',
            _ => true,
        };
        if self.before == Before::Macro && !group.stream().is_empty() {
            self.text.push_str(" { ");
            self.as_written(group.stream())?;
            self.text.push_str(" }");
            self.before = Before::Close;
            return Some(());
        }
        // Several lines are left to the compiler.
        if self.text.is_empty()
            || self.before == Before::Macro
            || group.stream().is_empty()
            || !group.stream().into_iter().all(is_line)
        {
            return None;
        }
        self.text.push_str(if self.before == Before::Open { "{" } else { " {" });
        self.before = Before::Spaced;
        self.print(group.stream())?;
        // Arms end with a comma, fields are only separated by it.
        let is_match = arrows(group) > 0;
        match (self.text.ends_with(','), self.text.ends_with('}')) {
            (true, _) if !is_match => drop(self.text.pop()),
            (false, false) if is_match => self.text.push(','),
            _ => {}
        }
        self.text.push_str(" }");
        self.before = Before::Close;
        Some(())
    }

    /// Prints the tokens of a macro, which the compiler does not parse, as they are in their line.
    fn as_written(&mut self, tokens: TokenStream) -> Option<()> {
        let mut end: Option<LineColumn> = None;
        for token in tokens {
            let start = token.span().start();
            if end.is_some_and(|end| start.line != end.line) {
                return None;
            }
            if end.is_some_and(|end| start != end) {
                self.text.push(' ');
            }
            end = Some(token.span().end());
            let TokenTree::Group(group) = token else {
                self.text.push_str(&token.to_string());
                continue;
            };
            let (open, close) = match group.delimiter() {
                Delimiter::Parenthesis => ('(', ')'),
                Delimiter::Bracket => ('[', ']'),
                Delimiter::Brace | Delimiter::None => return None,
            };
            self.text.push(open);
            self.as_written(group.stream())?;
            self.text.push(close);
        }
        Some(())
    }

    fn word(&mut self, word: &str, then: Before) {
        if self.before != Before::Open {
            self.text.push(' ');
        }
        self.text.push_str(word);
        self.before = then;
    }

    fn operator(&mut self, operator: &str, at: Span) -> Option<()> {
        let at = place(at);
        if self.operators.binary.contains(&at) {
            self.text.push(' ');
            self.text.push_str(operator);
            self.before = Before::Spaced;
            return Some(());
        }
        let then = match operator {
            _ if self.operators.ends.contains(&at) => Before::Spaced,
            "," | ":" | ";" => Before::Spaced,
            "." | "::" | ".." | "..=" | "<" | "#" | "'" => Before::Open,
            "?" | ">" => Before::Close,
            "!" if self.before == Before::Word && !self.operators.unary.contains(&at) => {
                Before::Macro
            }
            _ if self.operators.unary.contains(&at) || operator == "&" || operator == "*" => {
                if matches!(self.before, Before::Spaced | Before::Word) {
                    self.text.push(' ');
                }
                Before::Open
            }
            "->" | "=>" | "=" | "+" => {
                self.text.push(' ');
                Before::Spaced
            }
            _ => return None,
        };
        if self.before == Before::Spaced && matches!(operator, "'" | ".." | "..=" | "<" | "::") {
            self.text.push(' ');
        }
        self.text.push_str(operator);
        self.before = then;
        Some(())
    }
}

/// Returns the number of `=>` in a group.
fn arrows(group: &proc_macro2::Group) -> usize {
    let is =
        |token: &TokenTree, mark| matches!(token, TokenTree::Punct(it) if it.as_char() == mark);
    let tokens: Vec<_> = group.stream().into_iter().collect();
    tokens.windows(2).filter(|pair| is(&pair[0], '=') && is(&pair[1], '>')).count()
}

/// Returns the number of commas in a group.
fn commas(group: &proc_macro2::Group) -> usize {
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(it) if it.as_char() == ',');
    group.stream().into_iter().filter(is_comma).count()
}

/// Returns `true` if an operator goes on with this character.
fn is_operator(before: &str, next: char) -> bool {
    const LONG: [&str; 19] = [
        "==", "!=", "<=", ">=", "&&", "||", "::", "..", "..=", "->", "=>", "<<", ">>", "+=", "-=",
        "*=", "/=", "|=", "&=",
    ];
    LONG.iter().any(|long| long.strip_suffix(next) == Some(before))
}
