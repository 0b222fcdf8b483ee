import { callLink } from '../../lib/call-link.ts'
import { pictureAddress } from '../../lib/picture-address.ts'
import type { SiteFacts } from '../../lib/site-facts.ts'
import type { SlotLists, SlotName, SocialLink } from '../../lib/slot.ts'
import { secureWebLink, webLink } from '../../lib/web-link.ts'
import { slidePosition } from '../home/carousel.ts'
import { organization } from './organization.ts'

export type SlotValues = Record<SlotName, string> & { [Name in keyof SlotLists]: SlotLists[Name][] } & {
  organization: ReturnType<typeof organization>
}

/**
 * The values for the slots of the pages. `origin` is that of the site, such as `https://mainstreet.example`; uploaded
 * pictures may have another one.
 */
export const slotValues = (facts: SiteFacts, origin: string, storage = origin): SlotValues => ({
  name: facts.name,
  email: facts.email ?? '',
  phone: facts.phone ?? '',
  phoneLink: callLink(facts.phone ?? '') ?? '',
  postalAddress: facts.postal_address ?? '',
  liveChatHours: facts.live_chat_hours,
  privacyNotice: facts.privacy_notice ?? '',
  monthsKept: `${facts.forget_enquiries_after ?? ''}`,
  socialLinks: facts.social_links.flatMap(socialLink),
  logo: webLink(facts.logo_url ?? '') ?? '',
  bookingLink: secureWebLink(facts.booking_url ?? '') ?? '',
  fieldsOfWork: facts.fields_of_work.map(fieldOfWork),
  testimonials: facts.testimonials.map((said, at, { length }) => ({
    ...withPicture(said, storage),
    position: slidePosition(at, length).toLowerCase(),
  })),
  firstSlide: slidePosition(0, facts.testimonials.length),
  severalSlides: facts.testimonials.length > 1 ? 'several' : '',
  cases: facts.cases.map((one) => withPicture(one, storage)),
  organization: organization(facts, origin),
})

const withPicture = <Entry extends { picture: string }>(entry: Entry, storage: string): Entry => ({
  ...entry,
  picture: pictureAddress(entry.picture, storage) ?? '',
})

/** Splits "Bakeries: hours and bread" into name and description. */
function fieldOfWork(line: string): SlotLists['fieldsOfWork'] {
  const [name = '', ...text] = line.split(':')
  return { name: name.trim(), text: text.join(':').trim() }
}

const networks: Record<string, string> = {
  'bsky.app': 'Bluesky',
  'facebook.com': 'Facebook',
  'instagram.com': 'Instagram',
  'linkedin.com': 'LinkedIn',
  'mastodon.social': 'Mastodon',
  'pinterest.com': 'Pinterest',
  'threads.com': 'Threads',
  'tiktok.com': 'TikTok',
  'twitter.com': 'X',
  'x.com': 'X',
  'yelp.com': 'Yelp',
  'youtube.com': 'YouTube',
}

/** Labels a link with the network's name, or with its host if the network is unknown. */
function socialLink(typed: string): SocialLink[] {
  const url = webLink(typed)
  if (url === undefined) return []
  const host = new URL(url).hostname.replace(/^www\./, '')
  return [{ url, name: networks[host] ?? host }]
}
