/** What the agency promises. It is apart from `agency.ts`, whose texts would come into every screen of the portal with it. */
export const terms = {
  freeCallMinutes: 30,
  replyHours: 24,
  launchWeeks: '2-4',
  cancellationDays: 30,
  downgradeAfterMonths: 3,
  resultsWithinMonths: 3,
  annualDiscount: 0.1,
} as const
