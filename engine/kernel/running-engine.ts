import type { Config } from './config/config.ts'

/** What a start gives back: where the server answers, its keys, and how it is stopped. */
export type RunningEngine = {
  /** Where people find it: SITE_URL, or this machine's own address. */
  url: string
  /** Where this process itself answers, whatever stands in front of it. */
  ownUrl: string
  anonKey: string
  serviceRoleKey: string
  /** The settings that it was started with. */
  config: Config
  /** Says at /health that it is about to stop, and serves on for DRAIN_SECONDS, so that load balancers notice. */
  drain(): Promise<void>
  stop(): Promise<void>
}
