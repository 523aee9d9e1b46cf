;; Classifies equations and figures by floats.
(module $geometry
  (func $is_number (param $x f64) (result i32)
    (i32.and (f64.gt (local.get $x) (f64.const -inf)) (f64.lt (local.get $x) (f64.const inf))))

  ;; How many real roots a x^2 + b x + c has; -1: all numbers are, -2: an argument is no number.
  (func (export "roots") (param $a f64) (param $b f64) (param $c f64) (result i32)
    (local $discriminant f64)
    (if (i32.eqz (i32.and (call $is_number (local.get $a))
          (i32.and (call $is_number (local.get $b)) (call $is_number (local.get $c)))))
      (then (return (i32.const -2))))
    (if (f64.eq (local.get $a) (f64.const 0))
      (then
        (if (f64.ne (local.get $b) (f64.const 0)) (then (return (i32.const 1))))
        (if (f64.eq (local.get $c) (f64.const 0)) (then (return (i32.const -1))))
        (return (i32.const 0))))
    (local.set $discriminant
      (f64.sub
        (f64.mul (local.get $b) (local.get $b))
        (f64.mul (f64.const 4) (f64.mul (local.get $a) (local.get $c)))))
    (if (f64.lt (local.get $discriminant) (f64.const 0)) (then (return (i32.const 0))))
    ;; One root, but not the one that all squares have.
    (if (i32.and (f64.eq (local.get $discriminant) (f64.const 0)) (f64.ne (local.get $b) (f64.const 0)))
      (then (return (i32.const 1))))
    (i32.const 2))

  ;; 0: none, 1: all sides differ, 2: two are equal, 3: all are equal, 4: a right angle opposite of c.
  (func (export "triangle") (param $a f64) (param $b f64) (param $c f64) (result i32)
    (if (i32.or (f64.le (local.get $a) (f64.const 0))
          (i32.or (f64.le (local.get $b) (f64.const 0)) (f64.le (local.get $c) (f64.const 0))))
      (then (return (i32.const 0))))
    (if (i32.xor
          (i32.and
            (i32.and
              (f64.lt (local.get $a) (f64.add (local.get $b) (local.get $c)))
              (f64.lt (local.get $b) (f64.add (local.get $a) (local.get $c))))
            (f64.lt (local.get $c) (f64.add (local.get $a) (local.get $b))))
          (i32.const 1))
      (then (return (i32.const 0))))
    (if (f64.eq (local.get $a) (local.get $b))
      (then
        (if (f64.eq (local.get $b) (local.get $c)) (then (return (i32.const 3))))
        (return (i32.const 2))))
    (if (i32.or (f64.eq (local.get $a) (local.get $c)) (f64.eq (local.get $b) (local.get $c)))
      (then (return (i32.const 2))))
    (if (f64.eq
          (f64.add (f64.mul (local.get $a) (local.get $a)) (f64.mul (local.get $b) (local.get $b)))
          (f64.mul (local.get $c) (local.get $c)))
      (then (return (i32.const 4))))
    (i32.const 1))

  ;; In how many points the line y = height meets a circle around the origin; 4: it passes the centre.
  (func (export "crossings") (param $height f32) (param $radius f32) (result i32)
    (local $distance f32)
    (if (f32.ne (local.get $radius) (local.get $radius)) (then (return (i32.const -1))))
    (if (i32.eqz (f32.gt (local.get $radius) (f32.const 0))) (then (return (i32.const 0))))
    (local.set $distance (f32.abs (local.get $height)))
    (if (f32.gt (local.get $distance) (local.get $radius)) (then (return (i32.const 0))))
    (if (f32.eq (local.get $distance) (local.get $radius)) (then (return (i32.const 1))))
    (if (f32.eq (local.get $height) (f32.const 0.0)) (then (return (i32.const 4))))
    (i32.const 2))

  ;; Degrees brought into [0, 360), and their quarter; a table may be too short for what is no angle.
  (func (export "quarter") (param $degrees f64) (result i32)
    (local $turns f64)
    (local.set $turns (f64.floor (f64.div (local.get $degrees) (f64.const 360))))
    (local.set $degrees (f64.sub (local.get $degrees) (f64.mul (local.get $turns) (f64.const 360))))
    (if (f64.eq (local.get $degrees) (f64.const 359.5)) (then (return (i32.const 9))))
    (block $fourth
      (block $third
        (block $second
          (block $first
            (br_table $first $second $third $fourth (i32.trunc_f64_s (f64.div (local.get $degrees) (f64.const 90)))))
          (return (i32.const 1)))
        (return (i32.const 2)))
      (return (i32.const 3)))
    (i32.const 4)))
