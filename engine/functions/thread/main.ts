import { inspect } from 'node:util'
import { getHeapStatistics } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { type Conversation, Conversations, type Listener } from '../protocol/conversations.ts'
import type { FromThread, Start, ToThread } from '../protocol/messages.ts'
import { BlockingText } from '../protocol/wait-for-text.ts'
import { ownVariables, setVariables } from './function-variables.ts'
import { handleCall } from './handle-call.ts'
import { host, installHost, type Settle } from './host-object.ts'
import { installHostedFetch } from './hosted-fetch.ts'
import { lazyHandler } from './import-handler.ts'
import { isolateModules } from './isolate-modules.ts'
import { loadLayers } from './load-layers.ts'
import { restrictProcess } from './restrict-process.ts'
import { currentFunction, runningFunction } from './running-function.ts'
import type { LayerHost } from './runtime-layer.ts'
import { services } from './server-services.ts'
import { upgradeRequest } from './upgrade-request.ts'

/** The port to the server, which started this thread to run functions. */
const port = parentPort
if (!port) throw new Error('Functions run on a thread of their own: this file is not started by hand.')

const layers = await loadLayers(workerData.layers)

const layerHost: LayerHost = {
  upgrade: upgradeRequest,
  waitUntil: (work) => host.waitUntil(work),
  variables: ownVariables,
  currentFunction,
}

/** The longest wait for the address of the embedded database. */
const DATABASE_MS = 5000

type Functions = Map<string, Parameters<typeof handleCall>[0]['fn']>
const functions: Functions = new Map()

const lines = new Conversations<FromThread, ToThread>(port, 1, (line, opening) => {
  if (opening.type === 'start') return start(opening, line)
  const fn = opening.type === 'call' ? functions.get(opening.function) : undefined
  if (opening.type !== 'call' || !fn) throw new Error(`Unexpected first message: ${opening.type}.`)
  const log = (words: string, error: unknown) => reportFailure(fn.name, words, error)
  return handleCall({ fn, head: opening.request, line, log })
})

let control: Conversation<FromThread> | undefined

function start(opening: Start, line: Conversation<FromThread>): Listener<ToThread> {
  control = line
  isolateModules(opening.functionsDir)
  for (const layer of layers) layer.begin(opening, layerHost)
  const { functions: ofProject, variables, databaseAddress } = opening
  setVariables(variables, databaseAddress && databaseAddressReader(new BlockingText(databaseAddress), line))
  const settle = installHost({ onWorking: (is) => line.send({ type: 'working', is }), ...services(lines) })
  installHostedFetch()
  restrictProcess(() => line.send({ type: 'leaving', function: runningFunction()?.name }))
  for (const { name, entrypoint } of ofProject) {
    const onFault = (error: unknown) => reportFailure(name, 'A function failed, and not in its answer', error)
    const onStarting = (is: boolean) => line.send({ type: 'starting', is })
    functions.set(name, { name, handler: lazyHandler({ name, entrypoint }, layers, onStarting), onFault })
  }
  return { receive: (message) => handleControlMessage(message, line, settle), ended() {} }
}

/** Requests the address of the embedded database, which the server opens on demand, and blocks until it is known. */
function databaseAddressReader(address: BlockingText, line: Conversation<FromThread>): () => string | undefined {
  let found: string | undefined
  return () => {
    if (found === undefined) line.send({ type: 'asks for database' })
    found ??= address.wait(DATABASE_MS)
    return found
  }
}

function handleControlMessage(message: ToThread, line: Conversation<FromThread>, settle: Settle): void {
  if (message.type === 'ping') {
    const { user, system } = process.threadCpuUsage()
    const outsideHeapBytes = getHeapStatistics().external_memory
    line.send({ type: 'pong', outsideHeapBytes, cpuMs: (user + system) / 1000 })
  } else if (message.type === 'settle') {
    for (const layer of layers) layer.end()
    void settle().then(() => line.send({ type: 'settled' }))
  }
}

function reportFailure(name: string, words: string, error: unknown): void {
  control?.send({ type: 'fault', function: name, words, error: cloneableError(error) })
}

/**
 * An error reduced to text, because a thrown value may hold anything and only copies of plain data pass between
 * threads. Its nearest causes are included, but no other properties, which also keeps them out of the log
 * (`error-in-log.ts`).
 */
function cloneableError(error: unknown, causes = 4): Error {
  if (!(error instanceof Error)) return new Error(inspect(error))
  const hasCause = error.cause !== undefined && causes > 0
  const copy = new Error(error.message, hasCause ? { cause: cloneableError(error.cause, causes - 1) } : {})
  copy.name = error.name
  copy.stack = error.stack ?? ''
  return copy
}

// An uncaught error of one function does not affect others; one that belongs to no function ends the thread.
process.on('unhandledRejection', attributeError).on('uncaughtException', attributeError)

function attributeError(error: unknown): void {
  const fn = runningFunction()
  if (!fn) throw error
  fn.onFault(error)
}
