// Counts the logical call path in the methods themselves: the agent's trees must be equal to it, node by node.
// A method enters a node below the current one; after a call, the caller resets `current` to its own node.
// METHODS, a list of M(identifier, "name"), must be defined before this file is included.
#pragma once
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define M(identifier, name) identifier,
enum method { ROOT, METHODS METHOD_COUNT };
#undef M
#define M(identifier, name) name "\n"
static const char names[] = "root\n" METHODS;
#undef M

struct node { unsigned parent, method, calls, child, sibling; };
static struct node *nodes;
static unsigned node_count, node_room;
static unsigned current;

static unsigned enter(enum method method) {
    unsigned n = nodes[current].child;
    while (n && nodes[n].method != method) n = nodes[n].sibling;
    if (!n) {
        if (node_count == node_room) nodes = (struct node *)realloc(nodes, (node_room *= 2) * sizeof *nodes);
        n = node_count++;
        struct node made = { current, (unsigned)method, 0, 0, nodes[current].child };
        nodes[n] = made;
        nodes[current].child = n;
    }
    nodes[n].calls++;
    return current = n;
}
static void begin_paths(void) {
    nodes = (struct node *)calloc(node_room = 1024, sizeof *nodes);
    node_count = 1;
}
static void put_file(const char *name, const void *bytes, size_t length) {
    char path[300];
    snprintf(path, sizeof path, "%s/%s", getenv("HOME"), name);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file < 0 || write(file, bytes, length) != (long)length) abort();
    close(file);
}
static void end_paths(void) {
    put_file("paths", nodes, node_count * sizeof *nodes);
    put_file("names", names, sizeof names - 1);
}
