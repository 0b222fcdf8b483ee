import { Placeholder } from '../shell/placeholder.tsx'

export default function ProjectRoute() {
  return <Placeholder title="Project" text="Projects are not available yet." />
}
