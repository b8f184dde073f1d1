"""Reads a QR code off the screen, as a phone would: from its pixels."""

from __future__ import annotations

import base64
import subprocess
from pathlib import Path

from playwright.sync_api import Locator

WEB = Path(__file__).parents[2] / "web"
PIXELS = """async (png) => {
  const bytes = Uint8Array.from(atob(png), (sign) => sign.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes]));
  const { width, height } = picture;
  const brush = new OffscreenCanvas(width, height).getContext('2d');
  brush.drawImage(picture, 0, 0);
  return JSON.stringify({ width, height, data: [...brush.getImageData(0, 0, width, height).data] });
}"""
READ = """import read from 'qr/decode.js';
import { json } from 'node:stream/consumers';
const { width, height, data } = await json(process.stdin);
process.stdout.write(read({ width, height, data: Uint8Array.from(data) }));"""


def scan(code: Locator) -> str:
    """What the QR code says that is drawn in `code`."""
    code.get_by_role("img").wait_for()
    code.scroll_into_view_if_needed()
    png = base64.b64encode(code.screenshot()).decode()
    image: str = code.page.evaluate(PIXELS, png)
    return subprocess.run(
        ["node", "--input-type=module", "--eval", READ],
        cwd=WEB,
        input=image,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout
