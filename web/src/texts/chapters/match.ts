import texts from '$texts/nl.toml?match';
import { addChapter } from '../texts.svelte';

addChapter(texts);
