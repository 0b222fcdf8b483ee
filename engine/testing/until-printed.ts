import type { Readable } from 'node:stream'

/**
 * Resolves with all that was printed once `words` were among it, and goes on reading: a process whose output nobody reads stops when the pipe is
 * full. Rejects with all that was printed when the stream ends without them.
 */
export function untilPrinted(stream: Readable | null, words: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    let isFound = false
    stream?.on('data', (chunk) => {
      if (isFound) return
      printed += chunk
      isFound = printed.includes(words)
      if (isFound) resolve(printed)
    })
    stream?.once('close', () => reject(new Error(`Nothing said "${words}":\n${printed}`)))
  })
}
