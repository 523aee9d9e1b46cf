//! A parser of settings with 13 functions, without the attribute and with it.

macro_rules! parser {
    ($name:ident $(#[$attribute:meta])?) => {
        pub(crate) mod $name {
            use crate::parser::Value;

            struct Parser<'a> {
                bytes: &'a [u8],
                at: usize,
            }

            $(#[$attribute])?
            pub(crate) fn parse(text: &str) -> Result<Value, String> {
                let mut parser = Parser { bytes: text.as_bytes(), at: 0 };
                parser.skip();
                let value = parser.value(0)?;
                parser.skip();
                if parser.at < parser.bytes.len() {
                    return Err(format!("rest at {}", parser.at));
                }
                Ok(value)
            }

            $(#[$attribute])?
            impl Parser<'_> {
                fn peek(&self) -> Option<u8> {
                    if self.at < self.bytes.len() { Some(self.bytes[self.at]) } else { None }
                }

                fn next(&mut self) -> Option<u8> {
                    let byte = self.peek()?;
                    self.at += 1;
                    Some(byte)
                }

                fn skip(&mut self) {
                    while let Some(byte) = self.peek() {
                        if byte == b'#' {
                            self.comment();
                        } else if is_space(byte) {
                            self.at += 1;
                        } else {
                            break;
                        }
                    }
                }

                fn comment(&mut self) {
                    while let Some(byte) = self.next() {
                        if byte == b'\n' {
                            break;
                        }
                    }
                }

                fn expect(&mut self, wanted: u8) -> Result<(), String> {
                    self.skip();
                    if self.next() == Some(wanted) {
                        Ok(())
                    } else {
                        Err(format!("no {wanted} at {}", self.at))
                    }
                }

                fn value(&mut self, depth: u32) -> Result<Value, String> {
                    if depth > 8 {
                        return Err("too deep".into());
                    }
                    match self.peek() {
                        Some(b'[') => self.list(depth),
                        Some(b'{') => self.table(depth),
                        Some(b'"') => self.text().map(Value::Text),
                        Some(b'-' | b'0'..=b'9') => self.number(),
                        Some(byte) if is_letter(byte) => self.word(),
                        _ => Err(format!("nothing at {}", self.at)),
                    }
                }

                fn number(&mut self) -> Result<Value, String> {
                    let is_negative = self.peek() == Some(b'-');
                    if is_negative {
                        self.at += 1;
                    }
                    let (mut value, from) = (0_i64, self.at);
                    while let Some(byte) = self.peek() {
                        if !byte.is_ascii_digit() {
                            break;
                        }
                        value = value.wrapping_mul(10).wrapping_add(i64::from(byte - b'0'));
                        self.at += 1;
                    }
                    if from == self.at {
                        return Err("no digits".into());
                    }
                    Ok(Value::Number(if is_negative { -value } else { value }))
                }

                fn word(&mut self) -> Result<Value, String> {
                    let from = self.at;
                    while let Some(byte) = self.peek() {
                        if !is_letter(byte) {
                            break;
                        }
                        self.at += 1;
                    }
                    match &self.bytes[from..self.at] {
                        b"null" => Ok(Value::Null),
                        b"true" => Ok(Value::Bool(true)),
                        b"false" => Ok(Value::Bool(false)),
                        _ => Err("unknown word".into()),
                    }
                }

                fn text(&mut self) -> Result<String, String> {
                    self.expect(b'"')?;
                    let mut text = String::new();
                    loop {
                        match self.next() {
                            Some(b'"') => return Ok(text),
                            Some(byte) => text.push(char::from(byte)),
                            None => return Err("text without end".into()),
                        }
                    }
                }

                fn list(&mut self, depth: u32) -> Result<Value, String> {
                    self.expect(b'[')?;
                    let mut values = Vec::new();
                    loop {
                        self.skip();
                        if self.peek() == Some(b']') {
                            self.at += 1;
                            return Ok(Value::List(values));
                        }
                        values.push(self.value(depth + 1)?);
                        self.skip();
                        if self.peek() == Some(b',') {
                            self.at += 1;
                        }
                    }
                }

                fn table(&mut self, depth: u32) -> Result<Value, String> {
                    self.expect(b'{')?;
                    let mut entries = Vec::new();
                    loop {
                        self.skip();
                        if self.peek() == Some(b'}') {
                            self.at += 1;
                            return Ok(Value::Table(entries));
                        }
                        let key = self.text()?;
                        self.expect(b':')?;
                        self.skip();
                        let value = self.value(depth + 1)?;
                        entries.push((key, value));
                        self.skip();
                        if self.peek() == Some(b',') {
                            self.at += 1;
                        }
                    }
                }
            }

            $(#[$attribute])?
            fn is_space(byte: u8) -> bool {
                byte == b' ' || byte == b'\n' || byte == b'\t'
            }

            $(#[$attribute])?
            fn is_letter(byte: u8) -> bool {
                byte.is_ascii_lowercase() || byte == b'_'
            }
        }
    };
}

/// The settings, of which the property needs nothing.
#[derive(Debug)]
#[allow(dead_code, reason = "nobody reads them")]
pub(crate) enum Value {
    Null,
    Bool(bool),
    Number(i64),
    Text(String),
    List(Vec<Value>),
    Table(Vec<(String, Value)>),
}

parser!(plain);
parser!(steered #[sbst::instrument]);
