/** Apart from what makes the page, because every start reads the flags. */
export const reportImagesFlag = { kind: 'switch', help: 'put the pictures of vehicles inside that page' } as const;
export const reportFlag = { kind: 'text', value: 'file.html', help: 'also write a page to share' } as const;
