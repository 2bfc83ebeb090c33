/**
 * HTTP: clients for web servers with a user's data, trust in their certificates, and what goes wrong on
 * the way to the site.
 */
@NullMarked
package org.gridtorrent.client.web;

import org.jspecify.annotations.NullMarked;
