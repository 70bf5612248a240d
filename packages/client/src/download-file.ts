/** Offers a text or a picture as a file to the reader, under a name. */
export function downloadFile({ name, type, text }: { name: string; type: string; text: string | Blob }): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read it only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Offers a CSV file to the reader, under a name and the day. */
export function downloadCsv(name: string, text: string): void {
  const day = new Date().toISOString().slice(0, 10);
  downloadFile({ name: `${name}-${day}.csv`, type: 'text/csv;charset=utf-8', text });
}
