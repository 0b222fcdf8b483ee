import { Placeholder } from '../shell/placeholder.tsx'

export default function AgenciesRoute() {
  return <Placeholder title="Agencies" text="The list of agencies is not available yet." />
}
