import texts from '$texts/nl.toml?house';
import { addChapter } from '../texts.svelte';

addChapter(texts);
