import { hostname } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { RunningEngine } from '../kernel/running-engine.ts'
import { AlertMails } from '../monitoring/alert-mails.ts'
import { Scheduler } from '../scheduler/scheduler.ts'
import type { Installation } from './installation.ts'

/** Starts what a server does by itself until it is stopped: its jobs, and watching its own health. */
export function startRecurringWork(
  { health, mailer, log, config, database }: FastifyInstance,
  engine: RunningEngine,
  { jobs, healthParts, alertRecipients }: Installation,
): { stop(): Promise<void> } {
  for (const part of healthParts?.(engine) ?? []) health.add(part)
  const clock = new Scheduler(database, log, jobs?.(engine) ?? [])
  const about = {
    name: config.name,
    url: engine.url,
    server: `${hostname()}:${new URL(engine.ownUrl).port}`,
    file: join(config.dataDir, 'alarm.json'),
  }
  const alarm = alertRecipients
    ? new AlertMails({ health, mailer, log }, { ...about, recipients: () => alertRecipients(engine) })
    : undefined
  alarm?.start()
  return {
    async stop() {
      await alarm?.stop()
      await clock.stop()
    },
  }
}
