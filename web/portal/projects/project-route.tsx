export default function ProjectRoute() {
  return <p>Project Not Found</p>
}
