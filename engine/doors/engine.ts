/**
 * The engine itself, started from a program (`startEngine`) or as a process of its own (`runEngine`); what a program
 * can pass to it; and helpers for pages. This module is loaded before the database is started, so large modules are
 * imported by the functions that need them.
 */

export { escapeHtml, parseTemplate, unescaped } from 'engine-go-template'
export { runEngine } from '../assembly/command-line.ts'
export type { Installation } from '../assembly/installation.ts'
export { LOW_MEMORY_FLAGS, SERVER_FLAGS } from '../assembly/node-flags.ts'
export { startEngine } from '../assembly/start-engine.ts'
export type { HealthPart } from '../health/health.ts'
export type { RunningEngine } from '../kernel/running-engine.ts'
export type { Job } from '../scheduler/scheduler.ts'
export type { AnsweredPage } from '../site/answered-page.ts'
export { policyInPage } from '../site/content-security-policy.ts'
export type { FilledPage, PageRequest, RenderedPage } from '../site/rendered-pages.ts'
export type { SubmittedFile } from '../site/submitted-form.ts'
export { contentHeaders } from '../storage/objects/content-headers.ts'
