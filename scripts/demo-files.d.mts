export function attachFiles(url: string): Promise<void>
