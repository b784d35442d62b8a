// A picture as PNG, twice as fine as it stands on the page, drawn by the browser that shows it.
const FINER = 2;

export async function asPng(svg) {
  const address = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * FINER;
    canvas.height = image.naturalHeight * FINER;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
    if (!blob) throw new Error("it is larger than this browser draws; take the SVG");
    return blob;
  } finally {
    URL.revokeObjectURL(address);
  }
}
