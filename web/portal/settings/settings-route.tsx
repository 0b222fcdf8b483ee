import { Placeholder } from '../shell/placeholder.tsx'

export default function SettingsRoute() {
  return <Placeholder title="Settings" text="Application settings coming soon..." />
}
