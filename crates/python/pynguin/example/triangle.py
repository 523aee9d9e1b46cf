"""A function with branches that random numbers hardly reach."""


def classify(a: int, b: int, c: int) -> str:
    """Says what kind of triangle has sides of these lengths."""
    if a <= 0 or b <= 0 or c <= 0:
        return "none"
    if a + b <= c or a + c <= b or b + c <= a:
        return "none"
    if a == b == c:
        return "equilateral"
    if a == b or b == c or a == c:
        return "isosceles"
    if a * a + b * b == c * c:
        return "right"
    return "scalene"


def is_code(text: str) -> bool:
    """Says whether a text is a product code."""
    if not text.startswith("AB-"):
        return False
    if len(text) != 7:
        return False
    return text[3:].isdigit()
