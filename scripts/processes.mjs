import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { environment, node, root } from './setup.mjs'

/**
 * Starts a Node 24 program that lives and dies with this one: it notices when its channel to us closes, however we end.
 * `through` is a command that runs the one it is given. Returns the child process.
 */
export function startNode(args, { env = {}, output = 'inherit', program = node, through = [] } = {}) {
  const [first, ...parameters] = [...through, program, ...args]
  return spawn(first, parameters, {
    cwd: root,
    env: { ...thrifty, ...environment, ...env },
    stdio: ['ignore', output, 'inherit', 'ipc'],
  })
}

/** The same of a program that serves, as engine/assembly/node-flags.ts has it. */
export const startServer = (args, options) => startNode([...serving, ...args], options)

const serving = ['--max-semi-space-size=8', '--no-allocation-site-pretenuring']

/**
 * Node keeps what it compiled, types stripped, so that the next start is quicker (see engine/assembly/start-engine.ts). glibc keeps its
 * heaps few and small; other systems don't look.
 */
const thrifty = {
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
}

/** Hands our own signals on, and ends with the code of the first child that ends. */
export function endTogether(...children) {
  const stop = (signal) => {
    for (const child of children) child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
  whenOrphaned(() => stop('SIGTERM'))
  for (const child of children) {
    child.once('exit', (code, signal) => {
      for (const other of children) other.kill('SIGTERM')
      process.exitCode = code ?? (signal === 'SIGKILL' ? 137 : 1)
    })
  }
}

/** npm hands a signal to the shell between us, which dies of it and tells nobody: all we see is another parent. */
function whenOrphaned(stop) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 500)
  watch.unref()
}
