import type { Config } from './config/environment-variables.ts'

/** A started engine: where it answers, its keys, and how to stop it. */
export type RunningEngine = {
  /** The public address: SITE_URL, or this machine's own address. */
  url: string
  /** The address of this process itself, regardless of any proxy in front of it. */
  ownUrl: string
  anonKey: string
  serviceRoleKey: string
  /** The settings that it was started with. */
  config: Config
  /** Reports at /health that it is about to stop and serves on for DRAIN_SECONDS, so that load balancers notice. */
  drain(): Promise<void>
  stop(): Promise<void>
}
