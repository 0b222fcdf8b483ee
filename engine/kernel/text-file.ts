import { readFile } from 'node:fs/promises'
import { isErrno } from './errno.ts'

/** A text file that is not UTF-8. The message names the file and, where it is known, its encoding. */
export class WrongEncoding extends Error {}

/** Reads a text file in UTF-8, without the byte order mark that editors on Windows put before it. */
export const readText = async (file: string): Promise<string> => decodeText(await readFile(file), file)

/** The same; undefined where there is no such file. */
export const readTextIfPresent = (file: string): Promise<string | undefined> =>
  readText(file).catch((error) => {
    if (isErrno(error, 'ENOENT') || isErrno(error, 'ENOTDIR')) return undefined
    throw error
  })

/** `file` is the name in the error message. */
export function decodeText(bytes: Buffer, file: string): string {
  const other = otherEncoding(bytes)
  if (other !== undefined) throw new WrongEncoding(`${file} is ${other}. Save it as UTF-8.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new WrongEncoding(`${file} is not UTF-8: see line ${firstWrongLine(bytes)}. Save it as UTF-8.`)
  }
}

/** An encoding of several bytes for each letter, by its byte order mark or by the zero byte of its first letter. */
function otherEncoding(bytes: Buffer): string | undefined {
  const mark = bytes.subarray(0, 4).toString('hex')
  if (mark === 'fffe0000' || mark === '0000feff') return 'UTF-32'
  if (/^(fffe|feff|00(?!00)|..00(?!00))/.test(mark)) return 'UTF-16'
  return undefined
}

const firstWrongLine = (bytes: Buffer) => bytes.toString('utf8').split('\uFFFD', 1)[0]?.split('\n').length ?? 1
