import { readdir, readFile } from 'node:fs/promises'

/** The processor time of a process and its children, which must have no threads; Linux only. */
export async function processorMs(parent: number): Promise<number> {
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const times = processes.map(async (process) => {
    // The parent's id is the second field after the process name, which ends with the last parenthesis.
    const [, isChildOf] = (await readProcFile(process, 'stat')).split(') ').at(-1)?.split(' ') ?? []
    if (process !== String(parent) && isChildOf !== String(parent)) return 0
    return Number((await readProcFile(process, 'schedstat')).split(' ')[0]) / 1e6
  })
  return (await Promise.all(times)).reduce((sum, ms) => sum + ms, 0)
}

/**
 * The user and system time of a process with all its threads, which the kernel counts in hundredths of a second; Linux
 * only.
 */
export async function processMs(pid = 0): Promise<number> {
  const fields = (await readProcFile(String(pid), 'stat')).split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** A process may have ended meanwhile. */
const readProcFile = (process: string, file: string) => readFile(`/proc/${process}/${file}`, 'utf8').catch(() => '')
