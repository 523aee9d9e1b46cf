;; Checks of packets, each in a function of its own, as a compiler writes them: one way to return, numbers for `bool`s.
(module $network
  ;; year % 4 == 0 && (year % 100 != 0 || year % 400 == 0), as rustc and clang compile it.
  (func $is_leap (param $year i32) (result i32)
    (local $result i32)
    (block $done
      (br_if $done (i32.and (local.get $year) (i32.const 3)))
      (local.set $result (i32.const 1))
      (br_if $done (i32.rem_u (local.get $year) (i32.const 100)))
      (local.set $result (i32.eqz (i32.rem_u (local.get $year) (i32.const 400)))))
    (local.get $result))

  ;; 0 if a stamp is no day, 1 if it is one, 2 if there is none like it in most years. Days are written as 20240229.
  (func (export "stamp") (param $stamp i32) (result i32)
    (local $year i32) (local $month i32) (local $day i32)
    (local.set $year (i32.div_u (local.get $stamp) (i32.const 10000)))
    (local.set $month (i32.rem_u (i32.div_u (local.get $stamp) (i32.const 100)) (i32.const 100)))
    (local.set $day (i32.rem_u (local.get $stamp) (i32.const 100)))
    (if (i32.gt_u (i32.sub (local.get $year) (i32.const 1970)) (i32.const 200)) (then (return (i32.const 0))))
    (if (i32.gt_u (i32.sub (local.get $month) (i32.const 1)) (i32.const 11)) (then (return (i32.const 0))))
    (if (i32.gt_u (i32.sub (local.get $day) (i32.const 1)) (i32.const 30)) (then (return (i32.const 0))))
    (if (i32.eq (local.get $month) (i32.const 2))
      (then
        (if (i32.gt_u (local.get $day) (i32.const 28))
          (then
            (if (i32.eqz (call $is_leap (local.get $year))) (then (return (i32.const 0))))
            (if (i32.ne (local.get $day) (i32.const 29)) (then (return (i32.const 0))))
            (return (i32.const 2))))))
    (i32.const 1))

  ;; 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16.
  (func $is_private (param $ip i32) (result i32)
    (i32.or
      (i32.eq (i32.shr_u (local.get $ip) (i32.const 24)) (i32.const 10))
      (i32.or
        (i32.eq (i32.shr_u (local.get $ip) (i32.const 20)) (i32.const 0xac1))
        (i32.eq (i32.shr_u (local.get $ip) (i32.const 16)) (i32.const 0xc0a8)))))

  (func $is_multicast (param $ip i32) (result i32)
    (i32.eq (i32.and (local.get $ip) (i32.const 0xf0000000)) (i32.const 0xe0000000)))

  ;; 0: to the internet, 1: within the house, 2: by translation, 3: to many, 4: refused.
  (func (export "route") (param $from i32) (param $to i32) (result i32)
    (block $refused
      (br_if $refused (call $is_multicast (local.get $from)))
      (if (call $is_multicast (local.get $to)) (then (return (i32.const 3))))
      (if (call $is_private (local.get $from))
        (then
          (if (call $is_private (local.get $to)) (then (return (i32.const 1))))
          (return (i32.const 2))))
      (br_if $refused (call $is_private (local.get $to)))
      (return (i32.const 0)))
    (i32.const 4))

  ;; 0: none, 1: web, 2: mail, 3: names.
  (func $service (param $port i32) (result i32)
    (local $kind i32)
    (block $out
      (block $mail
        (block $web
          (br_if $web (i32.eq (local.get $port) (i32.const 80)))
          (br_if $web (i32.eq (local.get $port) (i32.const 443)))
          (br_if $web (i32.eq (local.get $port) (i32.const 8080)))
          (br_if $mail (i32.eq (local.get $port) (i32.const 25)))
          (br_if $mail (i32.eq (local.get $port) (i32.const 587)))
          (if (i32.eq (local.get $port) (i32.const 53)) (then (local.set $kind (i32.const 3)) (br $out)))
          (local.set $kind (i32.const 0))
          (br $out))
        (local.set $kind (i32.const 1))
        (br $out))
      (local.set $kind (i32.const 2)))
    (local.get $kind))

  (func (export "filter") (param $port i32) (param $size i32) (result i32)
    (block $none
      (block $web
        (block $mail
          (block $names
            (br_table $none $web $mail $names (call $service (local.get $port))))
          (return (i32.gt_u (local.get $size) (i32.const 512))))
        (return (i32.gt_u (local.get $size) (i32.const 10485760))))
      (return (i32.const 0)))
    (i32.const 1))

  ;; The place of the first byte that is 0, or -1.
  (func $find_zero (param $word i64) (result i32)
    (local $at i32)
    (block $out (result i32)
      (loop $next
        (drop (br_if $out (local.get $at) (i64.eqz (i64.and (local.get $word) (i64.const 0xff)))))
        (local.set $word (i64.shr_u (local.get $word) (i64.const 8)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br_if $next (i32.lt_u (local.get $at) (i32.const 8))))
      (i32.const -1)))

  ;; How long a text of up to eight letters is; -1: not ended, -2: not a host's name.
  (func (export "host") (param $word i64) (result i32)
    (local $length i32)
    (local.set $length (call $find_zero (local.get $word)))
    (if (i32.lt_s (local.get $length) (i32.const 0)) (then (return (i32.const -1))))
    (if (call $is_label (local.get $word) (local.get $length)) (then (return (local.get $length))))
    (i32.const -2))

  ;; All letters are small ones.
  (func $is_label (param $word i64) (param $length i32) (result i32)
    (local $all i32)
    (block $out
      (br_if $out (i32.eqz (local.get $length)))
      (loop $next
        (br_if $out
          (i32.gt_u (i32.sub (i32.and (i32.wrap_i64 (local.get $word)) (i32.const 255)) (i32.const 97)) (i32.const 25)))
        (local.set $word (i64.shr_u (local.get $word) (i64.const 8)))
        (br_if $next (local.tee $length (i32.sub (local.get $length) (i32.const 1)))))
      (local.set $all (i32.const 1)))
    (local.get $all)))
