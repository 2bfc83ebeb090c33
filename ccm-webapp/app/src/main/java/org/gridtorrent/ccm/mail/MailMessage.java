package org.gridtorrent.ccm.mail;

/** A mail in words: plain text, in its reader's language. */
record MailMessage(String subject, String text) {}
