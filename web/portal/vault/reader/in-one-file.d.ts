/** The whole text of a page that needs nothing else (web/scripts/in-one-file.ts). */
declare module '*.html?in-one-file' {
  const page: string
  export default page
}
