import { Placeholder } from '../shell/placeholder.tsx'

export default function ReportsRoute() {
  return <Placeholder title="Reports" text="Reports and analytics coming soon..." />
}
