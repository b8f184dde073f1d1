// A picture as a grid of mean colours: an average over some pixels is the same in every build of the browser, an edge
// of a letter is not. `looks.grid(png)` makes one from a screenshot, `looks.apart(a, b)` says how far two differ.
window.looks = {
  CELL: 6,
  async pixels(png) {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = canvas.getContext('2d');
    pen.drawImage(image, 0, 0);
    return pen.getImageData(0, 0, image.width, image.height);
  },
  // The grid as a small PNG of its own, one pixel a cell, that people can look at.
  async grid(png) {
    const { CELL } = this;
    const { data, width, height } = await this.pixels(png);
    const [across, down] = [Math.ceil(width / CELL), Math.ceil(height / CELL)];
    const out = new ImageData(across, down);
    for (let row = 0; row < down; row++)
      for (let column = 0; column < across; column++) {
        const sum = [0, 0, 0];
        let count = 0;
        for (let y = row * CELL; y < Math.min(height, (row + 1) * CELL); y++)
          for (let x = column * CELL; x < Math.min(width, (column + 1) * CELL); x++) {
            for (const part of [0, 1, 2]) sum[part] += data[(y * width + x) * 4 + part];
            count++;
          }
        const at = (row * across + column) * 4;
        for (const part of [0, 1, 2]) out.data[at + part] = Math.round(sum[part] / count);
        out.data[at + 3] = 255;
      }
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [across, down];
    canvas.getContext('2d').putImageData(out, 0, 0);
    return canvas.toDataURL('image/png').split(',')[1];
  },
  // The share of cells that differ by more than a shade, and the mean difference of all; null: not of one size.
  async apart(a, b) {
    const [one, other] = [await this.pixels(a), await this.pixels(b)];
    if (one.width !== other.width || one.height !== other.height) return null;
    let far = 0;
    let sum = 0;
    for (let at = 0; at < one.data.length; at += 4) {
      const by = [0, 1, 2].map((part) => Math.abs(one.data[at + part] - other.data[at + part]));
      const most = Math.max(...by);
      sum += most;
      if (most > 28) far++;
    }
    const cells = one.data.length / 4;
    return { far: far / cells, mean: sum / cells };
  },
};
