import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { environment, node, root } from './setup.mjs'

/**
 * Starts a Node 24 program that ends with this process, however that ends: it notices the closed IPC channel. `through`
 * is a command that runs the one it is given. Returns the child process.
 */
export function startNode(args, { env = {}, output = 'inherit', program = node, through = [] } = {}) {
  const [first, ...parameters] = [...through, program, ...args]
  return spawn(first, parameters, {
    cwd: root,
    env: { ...thrifty, ...environment, ...env },
    stdio: ['ignore', output, 'inherit', 'ipc'],
  })
}

/** Starts a server, with the flags of engine/assembly/node-flags.ts. */
export const startServer = (args, options) => startNode([...serving, ...args], options)

const serving = ['--max-semi-space-size=8', '--no-allocation-site-pretenuring']

/**
 * Node's compile cache makes the next start quicker (see engine/assembly/start-engine.ts). The glibc variables keep its
 * heaps few and small; other systems ignore them.
 */
const thrifty = {
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
}

/** Forwards signals to the children, and exits with the code of the first child that exits. */
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

/** npm signals the shell between npm and this process, which dies without forwarding; only the parent id changes. */
function whenOrphaned(stop) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 500)
  watch.unref()
}
