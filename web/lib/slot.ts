/// <reference types="vite/types/importMeta.d.ts" />
import { type Case, standardFacts, type Testimonial } from './site-facts.ts'

export type SlotName =
  | 'name'
  | 'email'
  | 'phone'
  | 'phoneLink'
  | 'postalAddress'
  | 'liveChatHours'
  | 'logo'
  | 'firstSlide'
  | 'severalSlides'

export type SocialLink = { url: string; name: string }

/** Where a testimonial stands in its row, as "slide 1 of 3". */
export type Said = Testimonial & { position: string }

/** Slots that hold as many things as there are. */
export type Lists = {
  socialLinks: SocialLink
  testimonials: Said
  cases: Case
  fieldsOfWork: { name: string; text: string }
}

/**
 * A fact that may change while the pages are served: the build writes a slot for it, which is filled when a page is served
 * (engine/kernel/slots.ts). In development and in tests of components it is what the pages say to start with.
 */
export function slot(name: SlotName): string {
  // Outside of Vite there is no `env`.
  return import.meta.env?.DEV ? standard[name] : `{{ .${name} }}`
}

/** For text that stands in JSON. */
export const slotsInJson = (json: string): string => json.replaceAll('{{ .', '{{ js .')

const standard: Record<SlotName, string> = {
  ...{ name: standardFacts.name, liveChatHours: standardFacts.live_chat_hours },
  ...{ email: '', phone: '', phoneLink: '', postalAddress: '', logo: '', firstSlide: '', severalSlides: '' },
}
