/** Reads bytes from the start to the end. Each method throws a SyntaxError for what is not there. */
export class ByteReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** The next `count` bytes, a view. */
  bytes(count: number): Uint8Array {
    const found = this.#bytes.subarray(this.#at, this.#at + count)
    if (found.length !== count) throw new SyntaxError('ends too early')
    this.#at += count
    return found
  }

  byte(): number {
    const [byte = 0] = this.bytes(1)
    return byte
  }

  /** Unsigned LEB128 in its shortest form, at most `max`, which is at most 2^46. */
  varuint(max: number): number {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte()
      value += (byte & 127) * scale
      if (value > max) throw new SyntaxError('too large')
      if (byte < 128) {
        if (byte === 0 && scale > 1) throw new SyntaxError('not the shortest form')
        return value
      }
      if (scale > max) throw new SyntaxError('too large')
    }
  }

  /** Bytes after their count, at most `max` of them. */
  varbytes(max: number): Uint8Array {
    return this.bytes(this.varuint(max))
  }

  /** Nothing may be left. */
  end(): void {
    if (this.#at !== this.#bytes.length) throw new SyntaxError('goes on')
  }
}
