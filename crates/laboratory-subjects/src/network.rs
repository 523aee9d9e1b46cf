//! Texts of networks: httparse, mime, ipnet, email_address, matchit.

use crate::make::{calls, ignore, pair, suite as make, text, up_to, value};
use email_address::EmailAddress;
use ipnet::{IpNet, Ipv4Net, Ipv4Subnets};
use matchit::Router;
use mime::Mime;
use sbst_laboratory::inputs::{Shape, Value};
use sbst_laboratory::subject::{Suite, SuiteError};
use std::net::Ipv4Addr;

/// Characters of requests, responses and headers.
const HTTP: &str = "GETPOSHU/abcdehilmnopstux 0123.:;=?,-_\r\n\r\n\t\"()";

pub(crate) fn suite() -> Result<Suite, SuiteError> {
    make([
        text(
            "httparse::Request::parse",
            &[
                "httparse::Request",
                "httparse::iter",
                "httparse::parse_uri",
                "httparse::parse_method",
                "httparse::parse_token",
                "httparse::parse_version",
                "httparse::parse_headers_iter_uninit",
                "httparse::skip_empty_lines",
                "httparse::is_uri_token",
                "httparse::is_method_token",
                "httparse::is_header_name_token",
                "httparse::is_header_value_token",
            ],
            HTTP,
            40,
            &[
                "GET / HTTP/1.1\r\n\r\n",
                "POST /a?b=1 HTTP/1.0\r\nHost: a.b\r\n\r\n",
                "GET /index.html HTTP/1.1\r\nHost",
                "\r\nPUT / HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\na:\tb\n\n",
            ],
            |text| {
                let mut headers = [httparse::EMPTY_HEADER; 4];
                let _ = httparse::Request::new(&mut headers).parse(text.as_bytes());
            },
        ),
        text(
            "httparse::Response::parse",
            &[
                "httparse::Response",
                "httparse::iter",
                "httparse::parse_code",
                "httparse::parse_reason",
                "httparse::parse_version",
                "httparse::parse_headers_iter_uninit",
                "httparse::skip_empty_lines",
                "httparse::is_header_name_token",
                "httparse::is_header_value_token",
            ],
            HTTP,
            40,
            &[
                "HTTP/1.1 200 TES\r\n\r\n",
                "HTTP/1.0 301 \r\n\r\n",
                "HTTP/1.1 200\r\n\r\n",
                "HTTP/1.1 101 Sh\r\nSet: a=b\r\n\r\n",
                "HTTP/1.1 2",
                "\n\nHTTP/1.1 200 \r\na: b\r\n",
            ],
            |text| {
                let mut headers = [httparse::EMPTY_HEADER; 4];
                let _ = httparse::Response::new(&mut headers).parse(text.as_bytes());
            },
        ),
        text(
            "httparse::ParserConfig::parse_response",
            &[
                "httparse::ParserConfig::parse_response",
                "httparse::Response",
                "httparse::iter",
                "httparse::parse_code",
                "httparse::parse_reason",
                "httparse::parse_version",
                "httparse::parse_headers_iter_uninit",
                "httparse::skip_spaces",
                "httparse::skip_empty_lines",
                "httparse::is_header_name_token",
                "httparse::is_header_value_token",
            ],
            HTTP,
            40,
            &[
                "HTTP/1.1 200 E\r\na : b\r\n\r\n",
                "HTTP/1.1  200 E\r\na: b\r\n  c\r\n\r\n",
                "HTTP/1.1 200 E\r\n a: b\r\n\r\n",
                "HTTP/1.1 200 E\r\n(): b\r\nc: d\r\n\r\n",
            ],
            |text| {
                let mut headers = [httparse::EMPTY_HEADER; 4];
                let mut config = httparse::ParserConfig::default();
                config
                    .allow_spaces_after_header_name_in_responses(true)
                    .allow_obsolete_multiline_headers_in_responses(true)
                    .allow_multiple_spaces_in_response_status_delimiters(true)
                    .allow_space_before_first_header_name(true)
                    .ignore_invalid_headers_in_responses(true);
                let _ = config
                    .parse_response(&mut httparse::Response::new(&mut headers), text.as_bytes());
            },
        ),
        text(
            "httparse::parse_headers",
            &[
                "httparse::parse_headers",
                "httparse::parse_headers_iter",
                "httparse::parse_headers_iter_uninit",
                "httparse::iter",
                "httparse::is_header_name_token",
                "httparse::is_header_value_token",
            ],
            HTTP,
            40,
            &[
                "Host: a.b\r\nE: \
                text/html\r\n\r\n",
                "a: b\r\n\r\n",
                "a:\r\n\r\n",
                "a: b\nc: d\n\n",
                "a b: c\r\n\r\n",
                "a: b\r\n",
            ],
            |text| {
                let mut headers = [httparse::EMPTY_HEADER; 3];
                let _ = httparse::parse_headers(text.as_bytes(), &mut headers);
            },
        ),
        text(
            "httparse::parse_chunk_size",
            &["httparse::parse_chunk_size", "httparse::iter"],
            "0123456789abcdefABCDEFg \t;=\r\n\r\n",
            24,
            &["4\r\n", "A0\r\n", "1F; a=b\r\n", "fffffffffffffff0\r\n", "00ff \t\r\nab", "g\r\n"],
            |text| ignore(httparse::parse_chunk_size(text.as_bytes())),
        ),
        text(
            "mime::Mime::from_str",
            &["mime"],
            "abehilmnoprstuxyTF8/+-.;= \"*\\",
            30,
            &[
                "text/plain",
                "text/plain; a=ml-8",
                "a/x.a+xml",
                "mimes/x; b=\"a b\"",
                "*/*",
                "text/x;a=b;  m=n",
                "text/plain; a=\"b\\\"\"",
                "text",
            ],
            |text| ignore(text.parse::<Mime>()),
        ),
        value(
            "mime::Mime::eq",
            &[
                "mime::Mime",
                "mime::Name",
                "mime::Params",
                "mime::mime_eq_str",
                "mime::eq_ascii",
                "mime::name_eq_str",
                "mime::<impl core::cmp::PartialEq for &str>",
            ],
            pair(
                Shape::text("textplainahmlrTF8/+;;== utf-", 30),
                Shape::text("textplainahmlrTF8/+;;== utf-", 30),
            ),
            [
                ["text/plain", "text/plain"],
                ["text/plain; a=utf-8", "text/plain;a=uTF-8"],
                ["text/plain;a=m", "text/plain"],
                ["a/xml;a=m;n=p", "a/xml;n=p;a=m"],
                ["text/plain; hm=utf-8", "text/plain;hm=utf-8"],
            ],
            |(first, second): (String, String)| {
                if let Ok(mime) = first.parse::<Mime>() {
                    let _ = mime == second.as_str();
                    let _ = second.parse().is_ok_and(|other: Mime| other == mime);
                    let _ = (mime.suffix().is_some(), mime.get_param("charset").is_some());
                }
            },
        ),
        text(
            "ipnet::IpNet::from_str",
            &["ipnet::parser"],
            "00112233456789abcdf..::///",
            30,
            &[
                "10.1.1.0/24",
                "127.0.0.1/8",
                "fd00::/32",
                "::1/128",
                "1.2.3.4/33",
                "fd00:1:2::3/64",
                "::ffff:1.2.3.4/96",
                "256.1.1.1/8",
                "1:2:3:4:5:6:7:8/127",
            ],
            |text| ignore(text.parse::<IpNet>()),
        ),
        value(
            "ipnet::Ipv4Net::aggregate",
            &[
                "ipnet::ipnet::Ipv4Net",
                "ipnet::ipnet::merge_intervals",
                "ipnet::ipnet::Ipv4Subnets",
                "ipnet::ipnet::<impl core::iter::traits::iterator::Iterator for \
                 ipnet::ipnet::Ipv4Subnets>",
                "ipnet::ipnet::next_ipv4_subnet",
            ],
            Shape::list(pair(up_to(1024), Shape::integers(20..=33)), 8),
            [
                vec![[0, 24], [256, 24], [512, 24]],
                vec![[0, 32], [1, 32], [2, 31]],
                vec![[0, 22], [512, 26]],
                vec![[1023, 32], [1024, 32]],
            ],
            |networks: Vec<(u32, u8)>| {
                let nets: Vec<_> = networks
                    .iter()
                    .filter_map(|&(from, bits)| Ipv4Net::new((from << 4).into(), bits).ok())
                    .collect();
                Ipv4Net::aggregate(&nets);
            },
        ),
        value(
            "ipnet::Ipv4Net::subnets",
            &[
                "ipnet::ipnet::Ipv4Net",
                "ipnet::ipnet::Ipv4Subnets",
                "ipnet::ipnet::<impl core::iter::traits::iterator::Iterator for \
                 ipnet::ipnet::Ipv4Subnets>",
                "ipnet::ipnet::next_ipv4_subnet",
            ],
            Shape::tuple([up_to(0xffff_ffff), up_to(33), up_to(33), up_to(0xffff_ffff)]),
            [
                [0x0a00_0000, 24, 26, 0x0a00_0010],
                [0xffff_ff00_u32, 24, 32, 0xffff_ffff],
                [0, 32, 32, 1],
                [0x7f00_0000, 8, 6, 0x7f00_0001],
            ],
            |(address, bits, new, end): (u32, u8, u8, u32)| {
                let address = Ipv4Addr::from(address);
                if let Ok(net) = Ipv4Net::new(address, bits) {
                    let _ = (net.contains(&Ipv4Addr::from(end)), net.supernet(), net.trunc());
                    let _ = net.subnets(new).map(|subnets| subnets.take(8).count());
                }
                Ipv4Subnets::new(address, Ipv4Addr::from(end), new).take(8).count();
            },
        ),
        text(
            "email_address::EmailAddress::from_str",
            &["email_address"],
            "abcdexmplo0123..@@-_+\"[]\\ <>!#:",
            36,
            &[
                "a@b.co",
                "a.b+c@example.co",
                "\"a b\"@c.de",
                "a@[12.0.0.1]",
                "ab <a@b.co>",
                "a@-b.co",
                ".a@b.co",
                "\"a\\\"b\"@c.de",
                "a@b..co",
            ],
            |text| ignore(text.parse::<EmailAddress>()),
        ),
        calls(
            "matchit::Router",
            &["matchit"],
            &[
                ("insert", Shape::text("ab/{}*xy", 10)),
                ("remove", Shape::text("ab/{}*xy", 10)),
                ("at", Shape::text("abxy/", 10)),
            ],
            14,
            &[
                "insert /ab; insert /a/{x}; at /a/b; at /ab",
                "insert /; insert /{*x}; at /a/b; remove /; at /",
                "insert /a/{x}/b; insert /a/{x}/{y}; at /a/x/y; remove /a/{x}/b",
                "insert /{x}; insert /{y}; at /",
                "insert /a{x}b; at /axb; at /ab; insert /{{x}}",
                "insert /{*x}/a; insert /{}; insert /a",
            ],
            Router::new,
            |router, callee, argument: &Value| {
                let path: String = argument.read().unwrap_or_default();
                match callee {
                    "insert" => ignore(router.insert(path, 1_u8)),
                    "remove" => ignore(router.remove(path)),
                    _ => ignore(router.at(&path).map(|found| found.params.len())),
                }
            },
        ),
        text(
            "percent_encoding::percent_decode_str",
            &[
                "percent_encoding::PercentDecode",
                "percent_encoding::after_percent_sign",
                "percent_encoding::<impl core::iter::traits::iterator::Iterator for \
                 percent_encoding::PercentDecode<'a>>",
                "percent_encoding::percent_decode_str",
                "percent_encoding::percent_decode",
                "percent_encoding::decode_utf8_lossy",
            ],
            "%%%%0123456789abcdefABCDEFgxyz +",
            24,
            &["abc", "a%20b", "%41%42%zz", "100%", "%c3%a9", "%C3%28", "%%20", "fxx%2Fbaz%3f"],
            |text| {
                let decoded = percent_encoding::percent_decode_str(text);
                let _ = (decoded.clone().decode_utf8_lossy().len(), decoded.decode_utf8().is_ok());
            },
        ),
    ])
}
