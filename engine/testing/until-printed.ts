import type { Readable } from 'node:stream'

/**
 * Resolves with the output so far once it contains `words`. It goes on reading afterwards, because a process stops when
 * its output pipe is full. Rejects with the output when the stream ends without them.
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
