import { terms } from '../../lib/terms.ts'
import type { SceneName } from '../scenes/scene.tsx'

export type ServiceCopy = {
  headline: string
  introduction: string
  offerings: readonly { name: string; text: string }[]
  /** An example order; its price is that of the service. */
  example: { shop: string; wish: string; made: string; time: string }
  /** The section after the offerings: the process or the benefits. */
  more: { kind: 'process' | 'benefits'; title: string; points: readonly { name: string; text: string }[] }
}

/** The texts of the four service pages. Their facts come from agency.ts. */
export const serviceCopy = {
  'web-development': {
    headline: 'A website that works the counter.',
    introduction:
      'Most people meet your business on a phone, standing on some other street. Your website has about as long as a shop window to tell them what you do, where you are and why they should come in. We build it for that moment.',
    offerings: [
      { name: 'Custom website design', text: 'Drawn for your business, with your photos, your words and your prices.' },
      { name: 'Mobile responsive', text: 'Made for the phone first, then for everything larger.' },
      {
        name: 'Content updates',
        text: 'New hours, a new menu, new staff: tell us, and we change it. Every plan includes updates.',
      },
      {
        name: 'Ready to be found',
        text: 'Clear pages with clear names, so that search engines understand what you offer.',
      },
    ],
    example: {
      shop: 'a bakery',
      wish: 'Hours that are right, today’s bread, and orders for birthday cakes that do not arrive on the back of a receipt.',
      made: 'A website with the hours on top, a page of cakes with a form that reaches your phone, and a chatbot that knows when you close.',
      time: `${terms.launchWeeks} weeks to the launch`,
    },
    more: {
      kind: 'process',
      title: 'How a site gets built',
      points: [
        { name: 'We listen', text: 'What do people ask you on the phone? That is what the site has to answer.' },
        { name: 'We draw', text: 'You see the pages before we build them, and tell us what to change.' },
        { name: 'We build and test it', text: 'On real phones, with the slow connection people have on a sidewalk.' },
        { name: 'We open', text: `A launch takes ${terms.launchWeeks} weeks.` },
      ],
    },
  },
  'digital-marketing': {
    headline: 'Signposts to your door.',
    introduction:
      'Somebody two streets away is looking for what you sell, right now. Whether they find you or the chain out by the highway is not luck. We work on the three places where they look: search, ads and social media.',
    offerings: [
      { name: 'SEO', text: 'Your pages, your listings and your name in order, so that nearby searches lead to you.' },
      {
        name: 'Ad campaigns',
        text: 'Google Ads for the searches that bring customers, and none for those that only bring clicks.',
      },
      {
        name: 'Social media management',
        text: 'Posts planned, written and published in the voice your regulars know.',
      },
    ],
    example: {
      shop: 'a barber shop',
      wish: 'People in the chairs on weekday mornings, when the chairs are empty.',
      made: 'Google Ads for haircuts nearby, on those mornings only; your name and hours in order wherever people search; and posts that show the week’s best cuts.',
      time: `First results usually within ${terms.resultsWithinMonths} months`,
    },
    more: {
      kind: 'benefits',
      title: 'What you get out of it',
      points: [
        {
          name: 'You know where people come from',
          text: 'You see which searches, ads and posts led to a call or a visit.',
        },
        { name: 'You stop paying for what doesn’t work', text: 'If an ad brings nobody in, we turn it off.' },
        {
          name: 'You can plan with it',
          text: `Results are usually visible within the first ${terms.resultsWithinMonths} months.`,
        },
      ],
    },
  },
  'ai-automation': {
    headline: 'Someone answers after closing.',
    introduction:
      'Questions come when you are under a car, doing a root canal or asleep. A chatbot on your site answers the ones it can, and passes on the ones it can’t. Behind it, follow-ups and reports go out without anybody staying late.',
    offerings: [
      {
        name: 'Chatbots',
        text: 'They know your hours, your prices and your services, and say so when they don’t know.',
      },
      {
        name: 'Lead follow-up',
        text: 'Everyone who asks gets an answer and a reminder, before they call somebody else.',
      },
      {
        name: 'Automated reporting',
        text: 'Who got in touch, where they found you and how it went, written up for you.',
      },
    ],
    example: {
      shop: 'a diner',
      wish: 'Somebody to say, at midnight, whether you are open on Sunday and have a table for six.',
      made: 'A chatbot that knows your hours and your menu, takes names and numbers for reservations, and hands over what it can’t answer.',
      time: `${terms.launchWeeks} weeks to the launch`,
    },
    more: {
      kind: 'benefits',
      title: 'What you get out of it',
      points: [
        {
          name: 'Fewer missed inquiries',
          text: 'The chatbot is there at night, on Sundays and while you have your hands full.',
        },
        { name: 'Evenings that are yours', text: 'The same ten questions no longer wait for you in the inbox.' },
        { name: 'A clear view', text: 'The analytics dashboard of the larger plans shows it all in one place.' },
      ],
    },
  },
  'graphic-design': {
    headline: 'One look, down to the van.',
    introduction:
      'People recognize a shop from across the road long before they can read its name. We draw the mark, the letters and the colors, and put them wherever people meet your business.',
    offerings: [
      { name: 'Logos', text: 'A mark that works on a window, a receipt and a phone screen.' },
      { name: 'Print', text: 'Menus, price lists, flyers and cards, ready for the printer.' },
      { name: 'Signs and lettering', text: 'Shop signs, windows and vans, drawn to measure.' },
      { name: 'Pictures for posts and ads', text: 'What people see online is what they find at your door.' },
    ],
    example: {
      shop: 'a flower shop',
      wish: 'One look for the window, the van and the cards that go with the bouquets.',
      made: 'A mark, letters for the window drawn to measure, a plan for the van, cards ready for the printer, and a page that says how to use it all.',
      time: 'You see the sketches first, and choose',
    },
    more: {
      kind: 'process',
      title: 'How a look gets made',
      points: [
        { name: 'We look around', text: 'At your street, your neighbors and what you have used so far.' },
        { name: 'We sketch', text: 'A few good ideas, with our reasons, in black and white first.' },
        { name: 'We paint', text: 'The one you choose, in color, on everything you need now.' },
        { name: 'We hand over', text: 'The files, and a page that says how to use them.' },
      ],
    },
  },
} as const satisfies Record<SceneName, ServiceCopy>
