import { readdir, readFile } from 'node:fs/promises'

/** Processor time that a process and its children took so far, none of which has threads; by Linux alone. */
export async function processorMs(parent: number): Promise<number> {
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const times = processes.map(async (process) => {
    // Its parent is the second figure after its name, which ends with the last parenthesis.
    const [, isChildOf] = (await told(process, 'stat')).split(') ').at(-1)?.split(' ') ?? []
    if (process !== String(parent) && isChildOf !== String(parent)) return 0
    return Number((await told(process, 'schedstat')).split(' ')[0]) / 1e6
  })
  return (await Promise.all(times)).reduce((sum, ms) => sum + ms, 0)
}

/** User and system time of a process with all its threads, which the kernel counts in hundredths of a second; by Linux alone. */
export const processMs = (pid = 0) => clockMs(pid, 'stat')

/** The same of its main thread alone. */
export const mainThreadMs = (pid = 0) => clockMs(pid, `task/${pid}/stat`)

async function clockMs(pid: number, file: string): Promise<number> {
  const fields = (await told(String(pid), file)).split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** A process may have ended meanwhile. */
const told = (process: string, file: string) => readFile(`/proc/${process}/${file}`, 'utf8').catch(() => '')
