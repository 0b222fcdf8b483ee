import { stat, statfs } from 'node:fs/promises'
import { keysFileOf } from 'engine/config'
import { writeProbe } from 'engine/maintenance'
import { type Check, type Finding, ok, problem, reasonOf, warning } from '../check-result.ts'

const MIB = 2 ** 20
/** The limit that the server itself calls low, and one that leaves time to act. */
const [TOO_LITTLE_MIB, LITTLE_MIB] = [512, 2048]

/** Checks that DATA_DIR is writable, has room, and keeps its keys private. */
export const disk: Check = async ({ config }) => {
  const { dataDir } = config
  try {
    await writeProbe(dataDir)
  } catch (error) {
    return problem(
      `DATA_DIR, ${dataDir}, cannot be written to: ${reasonOf(error)}.`,
      'Run this as the user of the server. If you do: give the folder to that user, or make room.',
    )
  }
  const { blocks, bavail, bsize } = await statfs(dataDir)
  const free = Math.floor((bavail * bsize) / MIB)
  const findings: Finding[] = []
  const makeRoom = 'Make room on that disk, or move DATA_DIR to a larger one.'
  // Some network file systems report no size.
  if (blocks > 0 && free < TOO_LITTLE_MIB) findings.push(problem(`DATA_DIR has only ${free} MiB left.`, makeRoom))
  else if (blocks > 0 && free < LITTLE_MIB) findings.push(warning(`DATA_DIR has ${free} MiB left.`, makeRoom))
  if (((await modeOf(keysFileOf(config))) & 0o077) !== 0) {
    const file = keysFileOf(config)
    findings.push(problem(`${file} can be read by others: whoever has the keys may do anything.`, `chmod 600 ${file}`))
  }
  if (((await modeOf(dataDir)) & 0o002) !== 0) {
    findings.push(problem(`Everybody on this machine may write to ${dataDir}.`, `chmod o-w ${dataDir}`))
  }
  return findings.length > 0 ? findings : ok(`DATA_DIR, ${dataDir}, can be written to and has ${free} MiB left.`)
}

/** A missing file exposes nothing. */
const modeOf = (path: string) =>
  stat(path).then(
    ({ mode }) => mode,
    () => 0,
  )
