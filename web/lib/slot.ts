/// <reference types="vite/types/importMeta.d.ts" />
import { type CaseStudy, defaultFacts, type Testimonial } from './site-facts.ts'

export type SlotName =
  | 'name'
  | 'email'
  | 'phone'
  | 'phoneLink'
  | 'postalAddress'
  | 'liveChatHours'
  | 'privacyNotice'
  | 'monthsKept'
  | 'logo'
  | 'bookingLink'
  | 'firstSlide'
  | 'severalSlides'

export type SocialLink = { url: string; name: string }

/** A testimonial with its position, such as "slide 1 of 3". */
export type PlacedTestimonial = Testimonial & { position: string }

/** Slots with a variable number of items. */
export type SlotLists = {
  socialLinks: SocialLink
  testimonials: PlacedTestimonial
  cases: CaseStudy
  fieldsOfWork: { name: string; text: string }
}

/**
 * A fact that may change after the build: the build writes a slot, which the server fills (engine/kernel/page-slots.ts). In
 * development and in component tests it is the default value.
 */
export function slot(name: SlotName): string {
  // `import.meta.env` exists only in Vite, not in Node scripts.
  return import.meta.env?.DEV ? standard[name] : `{{ .${name} }}`
}

/** Inserts the slots that stand within JSON, where other characters are escaped than in HTML. */
export const slotsInJson = (json: string): string => json.replaceAll('{{ .', '{{ js .')

const standard: Record<SlotName, string> = {
  name: defaultFacts.name,
  liveChatHours: defaultFacts.live_chat_hours,
  email: '',
  phone: '',
  phoneLink: '',
  postalAddress: '',
  privacyNotice: '',
  monthsKept: '',
  logo: '',
  bookingLink: '',
  firstSlide: '',
  severalSlides: '',
}
