export async function makeSnapshot(_folder: string, _say: (text: string) => void): Promise<void> {}
