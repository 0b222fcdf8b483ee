import { Placeholder } from '../page/placeholder.tsx'

export default function SettingsRoute() {
  return <Placeholder title="Settings" text="Application settings coming soon..." />
}
