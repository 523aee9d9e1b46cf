;; Checks of the fields of a record: a date, a card number, a number of variable length, an address.
(module $records
  ;; How often a valid card was seen.
  (global $cards (mut i32) (i32.const 0))

  (func $is_leap (param $year i32) (result i32)
    (i32.or
      (i32.and
        (i32.eqz (i32.rem_s (local.get $year) (i32.const 4)))
        (i32.ne (i32.rem_s (local.get $year) (i32.const 100)) (i32.const 0)))
      (i32.eqz (i32.rem_s (local.get $year) (i32.const 400)))))

  ;; 0 if there is no such month.
  (func $days (param $year i32) (param $month i32) (result i32)
    (block $none
      (block $february
        (block $short
          (block $long
            (br_table $none $long $february $long $short $long $short $long $long $short $long $short $long $none
              (local.get $month)))
          (return (i32.const 31)))
        (return (i32.const 30)))
      (if (call $is_leap (local.get $year)) (then (return (i32.const 29))))
      (return (i32.const 28)))
    (i32.const 0))

  ;; 0: wrong, 1: fine, 2: the last day of a leap year's February, 3: the first day of a century.
  (func (export "date") (param $year i32) (param $month i32) (param $day i32) (result i32)
    (local $days i32)
    (if (i32.or (i32.lt_s (local.get $year) (i32.const 1583)) (i32.gt_s (local.get $year) (i32.const 9999)))
      (then (return (i32.const 0))))
    (local.set $days (call $days (local.get $year) (local.get $month)))
    (if (i32.eqz (local.get $days)) (then (return (i32.const 0))))
    (if (i32.gt_u (i32.sub (local.get $day) (i32.const 1)) (i32.sub (local.get $days) (i32.const 1)))
      (then (return (i32.const 0))))
    (if (i32.and (i32.eq (local.get $month) (i32.const 2)) (i32.eq (local.get $day) (i32.const 29)))
      (then (return (i32.const 2))))
    (if (i32.and
          (i32.eqz (i32.rem_s (local.get $year) (i32.const 100)))
          (i32.and (i32.eq (local.get $month) (i32.const 1)) (i32.eq (local.get $day) (i32.const 1))))
      (then (return (i32.const 3))))
    (i32.const 1))

  ;; Whether the digits of a number have the right sum, every other one doubled.
  (func (export "card") (param $number i64) (result i32)
    (local $sum i32) (local $digit i32) (local $double i32)
    (if (i64.lt_u (local.get $number) (i64.const 100000000)) (then (return (i32.const 0))))
    (loop $next
      (local.set $digit (i32.wrap_i64 (i64.rem_u (local.get $number) (i64.const 10))))
      (if (local.get $double)
        (then
          (local.set $digit (i32.shl (local.get $digit) (i32.const 1)))
          (if (i32.gt_u (local.get $digit) (i32.const 9))
            (then (local.set $digit (i32.sub (local.get $digit) (i32.const 9)))))))
      (local.set $sum (i32.add (local.get $sum) (local.get $digit)))
      (local.set $double (i32.xor (local.get $double) (i32.const 1)))
      (local.set $number (i64.div_u (local.get $number) (i64.const 10)))
      (br_if $next (i64.ne (local.get $number) (i64.const 0))))
    (if (i32.rem_u (local.get $sum) (i32.const 10)) (then (return (i32.const 0))))
    (global.set $cards (i32.add (global.get $cards) (i32.const 1)))
    (i32.const 1))

  ;; Traps, unless two valid cards came before it.
  (func (export "settle") (param $amount i64) (result i64)
    (if (i32.lt_s (global.get $cards) (i32.const 2)) (then (unreachable)))
    (if (i64.eq (local.get $amount) (i64.const -271828)) (then (return (i64.const 0))))
    (i64.div_s (i64.const 1000000) (local.get $amount)))

  ;; Groups of seven bits, the lowest first; bytes with the top bit set go on. -1: too long, -2: a group of zeros at the end.
  (func (export "varint") (param $bytes i64) (result i64)
    (local $value i64) (local $shift i64) (local $byte i64)
    (block $done
      (loop $next
        (local.set $byte (i64.and (local.get $bytes) (i64.const 0xff)))
        (local.set $value
          (i64.or (local.get $value) (i64.shl (i64.and (local.get $byte) (i64.const 0x7f)) (local.get $shift))))
        (br_if $done (i64.lt_u (local.get $byte) (i64.const 0x80)))
        (local.set $bytes (i64.shr_u (local.get $bytes) (i64.const 8)))
        (local.set $shift (i64.add (local.get $shift) (i64.const 7)))
        (br_if $next (i64.lt_u (local.get $shift) (i64.const 35))))
      (return (i64.const -1)))
    (if (i32.and (i64.eqz (local.get $byte)) (i64.ne (local.get $shift) (i64.const 0)))
      (then (return (i64.const -2))))
    (if (i64.eq (local.get $value) (i64.const 0xbeef)) (then (return (i64.const 0))))
    (local.get $value))

  ;; 0: public, 1: private, 2: loopback, 3: for many.
  (func (export "address") (param $address i32) (result i32)
    (local $ten i32) (local $home i32)
    (local.set $ten (i32.eq (i32.shr_u (local.get $address) (i32.const 24)) (i32.const 10)))
    (local.set $home (i32.eq (i32.shr_u (local.get $address) (i32.const 16)) (i32.const 0xc0a8)))
    (if (i32.or (local.get $ten) (local.get $home)) (then (return (i32.const 1))))
    (if (i32.ge_u (local.get $address) (i32.const 0xe0000000)) (then (return (i32.const 3))))
    (if (i32.eqz (i32.ne (local.get $address) (i32.const 0x7f000001))) (then (return (i32.const 2))))
    (i32.const 0)))
