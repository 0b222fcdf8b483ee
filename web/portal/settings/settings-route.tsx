export default function SettingsRoute() {
  return <p>Application settings coming soon...</p>
}
