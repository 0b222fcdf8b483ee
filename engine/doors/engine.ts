/**
 * The engine itself: started from a program (`startEngine`) or as a process of its own (`runEngine`), what can be brought to it,
 * and what pages are made with. It is loaded before the database is started, so whatever is large is loaded by what is called.
 */
export { runEngine } from '../assembly/command-line.ts'
export type { Installation } from '../assembly/installation.ts'
export { LOW_MEMORY_FLAGS, SERVER_FLAGS } from '../assembly/node-flags.ts'
export { startEngine } from '../assembly/start-engine.ts'
export { escapeHtml, parseTemplate, unescaped } from '../kernel/go-template.ts'
export type { RunningEngine } from '../kernel/running-engine.ts'
export type { Job } from '../scheduler/scheduler.ts'
export type { AnsweredPage } from '../site/answered-page.ts'
export { policyInPage } from '../site/content-security-policy.ts'
export type { FilledPage, PageRequest, RenderedPage } from '../site/rendered-pages.ts'
export { contentHeaders } from '../storage/objects/content-headers.ts'
