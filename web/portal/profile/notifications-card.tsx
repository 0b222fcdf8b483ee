import { useId, useState } from 'react'
import type { UserProfile } from '../../lib/row-types.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Switch } from '../../ui/switch.tsx'
import {
  areNotificationsSupported,
  askForBrowserNotices,
  endBrowserNotices,
  wantsBrowserNotices,
} from '../notices/browser-notices.ts'
import { useWrite } from '../writes/use-write.ts'
import { setNoticeMail } from './profile-mutations.ts'

/** How a person is notified about the bell's notices while they are not looking. */
export function NotificationsCard({ profile }: { profile: Pick<UserProfile, 'id' | 'wants_digest'> }) {
  const [setMail, isBusy] = useWrite(setNoticeMail(profile.id))
  return (
    <Card>
      <CardHeader>
        <CardTitle>Notifications</CardTitle>
      </CardHeader>
      <CardContent className="grid gap-5">
        <p className="text-ink-soft text-sm">
          The bell lists projects you are given, answers of clients, enquiries, and where colleagues mention you by @
          and your name.
        </p>
        <Choice
          label="Email Me What I Haven’t Read"
          hint="At most once a day, only when there is something new."
          isOn={profile.wants_digest}
          isBusy={isBusy}
          onChange={(isOn) => void setMail(isOn)}
        />
        {areNotificationsSupported() && <BrowserChoice />}
      </CardContent>
    </Card>
  )
}

function BrowserChoice() {
  const [isOn, setOn] = useState(wantsBrowserNotices)
  const [isRefused, setRefused] = useState(false)
  async function change(wanted: boolean) {
    if (!wanted) endBrowserNotices()
    const isGranted = wanted && (await askForBrowserNotices())
    setOn(isGranted)
    setRefused(wanted && !isGranted)
  }
  return (
    <Choice
      label="Show It on This Computer"
      hint={
        isRefused
          ? 'This browser blocks it. You can allow it in the browser’s settings for this website.'
          : 'As a browser notification, while the portal is open in the background.'
      }
      isOn={isOn}
      onChange={(wanted) => void change(wanted)}
    />
  )
}

type ChoiceProps = { label: string; hint: string; isOn: boolean; isBusy?: boolean; onChange: (isOn: boolean) => void }

function Choice({ label, hint, isOn, isBusy = false, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-3">
      <Switch id={id} checked={isOn} disabled={isBusy} onCheckedChange={onChange} aria-describedby={`${id}-hint`} />
      <div className="grid gap-0.5 text-sm">
        <label htmlFor={id} className="cursor-pointer font-medium leading-6">
          {label}
        </label>
        <p id={`${id}-hint`} role="status" className="text-ink-soft">
          {hint}
        </p>
      </div>
    </div>
  )
}
