"""What a bad line does to messages."""

import time


def anywhere(random, line):
    return random.randrange(1, len(line) - 1)


def flipped(random, line):
    """One bit, somewhere."""
    at = anywhere(random, line)
    return line[:at] + bytes([line[at] ^ 1 << random.randrange(8)]) + line[at + 1 :]


def lost(random, line):
    """A few bytes are missing."""
    at = anywhere(random, line)
    return line[:at] + line[at + random.randint(1, 20) :].rstrip(b"\n") + b"\n"


def crackling(random, line):
    """Random bytes in the midst."""
    at = anywhere(random, line)
    return line[:at] + random.randbytes(random.randint(1, 40)) + line[at:]


def zeros(random, line):
    at = anywhere(random, line)
    return line[:at] + bytes(random.randint(1, 5)) + line[at:]


def cut(random, line):
    """A newline in the midst: two lines of which neither is whole."""
    at = anywhere(random, line)
    return line[:at] + b"\n" + line[at:]


def glued(random, line):
    """The newline is lost, so that two messages become one line."""
    return line[:-1] + line


def rubbish(random, _):
    """No message at all."""
    return random.randbytes(random.randint(1, 300)) + b"\n"


def swamp(random, _):
    """Longer than any buffer."""
    return random.randbytes(random.randint(2048, 9000)).replace(b"\n", b" ") + b"\n"


DAMAGES = (flipped, flipped, lost, crackling, zeros, cut, glued, rubbish, swamp)
BLANKS = (b"\n", b"\r\n", b"  \n", b"\t\r\n\n")


def noise(host, count):
    """Whole messages between damaged ones."""
    book, random = host.book, host.random
    for _ in range(count):
        kind = random.random()
        if kind < 0.35:
            line, *_ = book.some(sure=True)
            damaged = random.choice(DAMAGES)(random, line)
            lines = damaged.split(b"\n")[:-1]
            for one in filter(bytes.strip, lines):
                book.spoilt(one)
            host.line.dribble(damaged)
        elif kind < 0.4:
            host.line.dribble(random.choice(BLANKS))
        else:
            host.say(book.some(sure=True))
        if len(book.whole) > 20:
            host.wait_for(random.randrange(20))
    host.settled()


def breaks(host, count):
    """A break in a message may spoil it or not, one between two messages the second; not more."""
    book, random = host.book, host.random
    for n in range(count):
        line, key, _ = book.some(sure=True)
        at = random.choice((0, 20, len(line) // 2, len(line) - 1))
        book.spoilt(line[:-1])
        host.line.dribble(line[:at])
        host.line.interrupt()
        host.line.dribble(line[at:])
        host.say(book.some(sure=True))
        host.settled()
    time.sleep(0.05)
