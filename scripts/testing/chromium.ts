import { execFileSync } from 'node:child_process'
import { access, chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflate } from '@sparticuz/chromium'
import { z } from 'zod'

/** Options for a launcher (Playwright, Lighthouse) to start the browser. */
export interface ChromiumLaunch {
  executablePath: string
  /** The whole environment of the browser process; the caller's own stays as it is. */
  env: Record<string, string>
  args: string[]
}

const quietArgs = [
  '--headless',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Finds a Chromium: the one from npm where it runs, since it is the same everywhere and, as a headless shell, takes
 * half the time; else the system's. `E2E_CHROMIUM` is the path of another one.
 */
export async function chromiumExecutable(): Promise<ChromiumLaunch> {
  // Chromium refuses to start its sandbox as root, the usual user in containers.
  const args = process.getuid?.() === 0 ? [...quietArgs, '--no-sandbox'] : quietArgs
  const chosen = process.env.E2E_CHROMIUM ?? (npmChromiumRuns ? undefined : systemChromium())
  return chosen === undefined
    ? { ...(await npmChromium()), args }
    : { executablePath: chosen, env: environment(), args }
}

const npmChromiumRuns = process.platform === 'linux' && process.arch === 'x64'

const systemNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

function systemChromium(): string | undefined {
  for (const name of systemNames) {
    try {
      return execFileSync('/bin/sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim()
    } catch {
      // `command -v` fails if there is no such command, and the next name is tried.
    }
  }
  return undefined
}

/**
 * Unpacks the browser of @sparticuz/chromium once into node_modules/.cache. The package's own `executablePath()` is not
 * used: it unpacks the libraries Chromium needs (NSS, NSPR, expat) only on AWS Lambda, writes to fixed names in the
 * temp folder, so that a killed run leaves an incomplete browser behind, and changes LD_LIBRARY_PATH for the whole
 * process.
 */
async function npmChromium(): Promise<Omit<ChromiumLaunch, 'args'>> {
  if (!npmChromiumRuns) {
    throw new Error(
      `The Chromium that comes with npm is for Linux on x64, and this is ${process.platform} on ${process.arch}: install Chromium or Chrome, or name one in E2E_CHROMIUM.`,
    )
  }
  const folder = await unpackOnce()
  return {
    executablePath: join(folder, 'chromium'),
    env: { ...environment(), LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: folder },
  }
}

const packageJson = z.object({ version: z.string() })

async function unpackOnce(): Promise<string> {
  const home = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))))
  const { version } = packageJson.parse(JSON.parse(await readFile(join(home, 'package.json'), 'utf8')))
  const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url))
  const folder = join(cache, `chromium-${version}`)
  if (await exists(folder)) return folder

  await mkdir(cache, { recursive: true })
  const unpacking = await mkdtemp(`${folder}-`)
  try {
    await inflateInto(unpacking, join(home, 'bin'))
    // The folder gets its name when it is complete, so that no process starts an incomplete browser.
    await rename(unpacking, folder)
  } catch (error) {
    await rm(unpacking, { recursive: true, force: true })
    // Another process may have been quicker; its copy is the same.
    if (!(await exists(folder))) throw error
  }
  return folder
}

async function inflateInto(folder: string, archives: string): Promise<void> {
  const { TMPDIR } = process.env
  // `inflate` always writes to the temp folder.
  process.env.TMPDIR = folder
  try {
    await Promise.all(['chromium.br', 'al2023.tar.br', 'fonts.tar.br'].map((name) => inflate(join(archives, name))))
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
  await chmod(join(folder, 'chromium'), 0o755)
  await writeFile(join(folder, 'fonts.conf'), fontsConf)
}

// The shipped fonts.conf names folders of AWS Lambda. `prefix="relative"` is relative to this file, so the folder can be renamed.
const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

function environment(): Record<string, string> {
  // Without a UTF-8 locale Chromium calls every file with letters beyond ASCII 'download'.
  const entries = Object.entries({ ...process.env, LC_ALL: 'C.UTF-8' })
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined))
}
