/** Where SQL writes what it asks, and then reads what was answered. */
const DEVICE = '/dev/engine'

/** Far from those that Emscripten counts up from 64 on. */
const MAJOR = 200

type Device = {
  write(stream: object, bytes: Uint8Array, from: number, length: number): number
  read(stream: object, into: Uint8Array, at: number, length: number): number
  llseek(): number
}
type ModuleWithDevices = {
  FS: {
    makedev(major: number, minor: number): number
    registerDevice(device: number, operations: Device): void
    mkdev(path: string, mode: number, device: number): void
  }
}

/** A file of PGlite's that is none: what is written to it is asked, and what is read from it is the answer. */
export const questionDevice =
  (ask: (question: string) => string) =>
  ({ FS }: ModuleWithDevices) => {
    let question: Uint8Array[] = []
    let answer: Uint8Array = Buffer.alloc(0)
    const device = FS.makedev(MAJOR, 0)
    FS.registerDevice(device, {
      write(_, bytes, from, length) {
        // Copied: PGlite writes the next into the same memory.
        question.push(Buffer.from(bytes.subarray(from, from + length)))
        return length
      },
      read(_, into, at, length) {
        if (question.length > 0) {
          const asked = Buffer.concat(question).toString()
          question = []
          answer = Buffer.from(ask(asked))
        }
        const piece = answer.subarray(0, length)
        into.set(piece, at)
        answer = answer.subarray(piece.length)
        return piece.length
      },
      llseek: () => 0,
    })
    FS.mkdev(DEVICE, 0o600, device)
  }
