"""attncheck_tests.py: lets the tests of a Python file ask an attention they cannot see, right or wrong.
Use: attncheck starts `python3 attncheck_tests.py tests.py` (3.7 or newer). The protocol is in docs/formats.md.
tests.py defines `accepts(attention)` and calls attention(query, key, value, causal) as often as it likes. It accepts
unless it returns False or an assert fails; any other exception is an error of the tests. Tensors are [tokens, dim],
float32: NumPy arrays or lists of lists. The answer is a NumPy array, or lists of lists where NumPy is missing."""
import array, importlib.util, itertools, math, os, pathlib, random, struct, sys, traceback, types
REJECTS, ACCEPTS, ERROR = 0, 1, 2

def load(path):
    sys.path.insert(0, str(path.parent))
    sys.modules[path.stem] = module = types.ModuleType(path.stem)
    module.__file__ = str(path)
    exec(compile(path.read_bytes(), module.__file__, "exec", dont_inherit=True), vars(module))
    if not callable(getattr(module, "accepts", None)): raise NameError("%s has no function accepts" % path.name)
    return module.accepts

def packed(name, tensor):  # rows, columns and the bytes of all rows
    rows = [[float(number) for number in row] for row in tensor]
    if not rows or not rows[0] or len({*map(len, rows)}) > 1: raise ValueError("%s is not [tokens, dim]" % name)
    numbers = array.array("f", itertools.chain.from_iterable(rows))
    if not all(map(math.isfinite, numbers)): raise ValueError("%s has a number that is not finite in float32" % name)
    return len(rows), len(rows[0]), numbers.tobytes()

class Attention:
    def __init__(self, source, sink):
        self.source, self.sink, self.number = source, sink, 0
        self.numpy = importlib.import_module("numpy") if importlib.util.find_spec("numpy") else None
        random.seed(1)  # the same tests say the same each time
        if self.numpy: self.numpy.random.seed(1)

    def __call__(self, query, key, value, causal):
        (tokens, dim, query), (keys, key_dim, key), (values, value_dim, value) = (
            packed(*named) for named in (("query", query), ("key", key), ("value", value)))
        if not tokens == keys == values or dim != key_dim:
            raise ValueError("query %dx%d, key %dx%d, value %dx%d" % (tokens, dim, keys, key_dim, values, value_dim))
        tensors = query + key + value
        self.number += 1
        head = struct.pack("<IIQ6IQ", 44 + len(tensors), 2, self.number, 48, 0, bool(causal), tokens, dim, value_dim, 0)
        self.send(head + tensors)
        length, kind, number, _, _, rows, columns, _, _ = struct.unpack("<IIQ6I", self.read(40))
        if kind != 3 or number != self.number or length != 36 + 4 * rows * columns: os._exit(1)
        return self.tensor(self.read(4 * rows * columns), columns)

    def tensor(self, sent, columns):
        if self.numpy: return self.numpy.frombuffer(sent, dtype="float32").reshape(-1, columns).copy()
        flat = array.array("f", sent).tolist()
        return [flat[start:start + columns] for start in range(0, len(flat), columns)]

    def send(self, frame):
        print(end="", flush=True)
        self.sink.write(frame)
        self.sink.flush()

    def read(self, count):
        data = self.source.read(count)
        return data if len(data) == count else os._exit(0)  # attncheck has heard enough

def place(error, path):  # the line of the tests in which it happened
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename != __file__]
    own = [frame for frame in frames if os.path.dirname(frame.filename) == str(path.parent)]
    return "%s:%d: %s: " % (os.path.basename(own[-1].filename), own[-1].lineno, own[-1].line) if own else ""

def verdict(path, attention):  # what is said of it, and why
    try:
        said = load(path)(attention)
        if type(said).__name__ in ("bool", "bool_") and not said: return REJECTS, "accepts returned False"
        return ACCEPTS, ""
    except BaseException as error:  # SystemExit too: it is no verdict
        print(traceback.format_exc(), file=sys.stderr, flush=True)
        why = place(error, path) + type(error).__name__ + (": %s" % error if str(error) else "")
        return REJECTS if isinstance(error, AssertionError) else ERROR, why

if __name__ == "__main__":
    if len(sys.argv) != 2: sys.exit("use: python3 attncheck_tests.py tests.py")
    tests, asked = pathlib.Path(sys.argv[1]).resolve(), Attention(open(3, "rb"), open(4, "wb"))
    said, why = verdict(tests, asked)
    text = why.encode("utf-8", "replace")[:4000]
    asked.send(struct.pack("<III", 8 + len(text), 4, said) + text)
    asked.read(1)  # to its end
