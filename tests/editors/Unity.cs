// SPDX-License-Identifier: MIT
// As much of UnityEngine and UnityEditor as interfluve_import.cs calls, with the names and types of their documentation;
// anything else does not compile. Keeps what the script makes and refuses what the editor would.
using System;
using System.Collections.Generic;
using System.IO;
using System.Reflection;

namespace UnityEngine
{
    public class Object { public string name; }
    public struct Vector3
    {
        public float x, y, z;
        public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
    }
    public struct Quaternion { public float y; public static Quaternion Euler(float x, float y, float z) { return new Quaternion { y = y }; } }
    public struct Bounds { public Vector3 center; }
    public struct Color32 { public byte r, g, b, a; }
    public class Component : Object { public GameObject gameObject; }
    public class Transform : Component { public Transform parent; public Vector3 position; public Quaternion rotation; }
    public class Renderer : Component { public Bounds bounds; }
    public class GameObject : Object
    {
        public static readonly List<GameObject> All = new List<GameObject>();
        readonly List<Component> components = new List<Component>();
        public readonly Transform transform = new Transform();
        public GameObject(string name) { this.name = name; transform.gameObject = this; All.Add(this); }
        public T Add<T>(T component) where T : Component { components.Add(component); return component; }
        public T GetComponent<T>() where T : Component
        {
            foreach (Component c in components) if (c is T) return (T)c;
            return null;
        }
        public T GetComponentInChildren<T>() where T : Component { return GetComponent<T>(); }
    }
    public enum TextureFormat { RGBA32 = 4 }
    public class Texture2D : Object
    {
        public int width, height;
        Color32[] pixels;
        public Texture2D(int width, int height, TextureFormat format, bool mipChain, bool linear) { this.width = width; this.height = height; }
        // The picture unpacked lies beside it, by the count of its bytes: rows from the top.
        public bool LoadImage(byte[] data)
        {
            byte[] rgba = File.ReadAllBytes(Path.Combine(Application.unpacked, data.Length + ".rgba"));
            width = height = (int)Math.Sqrt(rgba.Length / 4);
            if (4 * width * height != rgba.Length) throw new Exception("the picture is no square");
            pixels = new Color32[width * height];
            for (int i = 0; i < pixels.Length; i++)
            {
                int from = 4 * ((height - 1 - i / width) * width + i % width);
                pixels[i] = new Color32 { r = rgba[from], g = rgba[from + 1], b = rgba[from + 2], a = rgba[from + 3] };
            }
            return true;
        }
        public Color32[] GetPixels32() { return pixels; }
    }
    public class TerrainLayer : Object { }
    public class TerrainData : Object
    {
        int resolution = 33, alpha = 512;
        public float[,] heights;
        public float[,,] weights;
        TerrainLayer[] layers = new TerrainLayer[0];
        Vector3 extent = new Vector3(2000, 600, 2000);
        // A new resolution scales the terrain: the size is to be set after it.
        public int heightmapResolution
        {
            get { return resolution; }
            set
            {
                if ((value - 1 & value - 2) != 0 || value < 33 || value > 4097) throw new Exception("resolution " + value);
                extent.x *= (value - 1f) / (resolution - 1); extent.z *= (value - 1f) / (resolution - 1);
                resolution = value;
            }
        }
        public Vector3 size { get { return extent; } set { extent = value; } }
        public int alphamapResolution
        {
            get { return alpha; }
            set { if ((value & value - 1) != 0 || value < 16 || value > 4096) throw new Exception("alphamap " + value); alpha = value; }
        }
        public TerrainLayer[] terrainLayers
        {
            get { return layers; }
            set { foreach (TerrainLayer l in value) UnityEditor.AssetDatabase.Require(l); layers = value; }
        }
        public void SetHeights(int xBase, int yBase, float[,] heights)
        {
            UnityEditor.AssetDatabase.Require(this);
            if (heights.GetLength(0) != resolution || heights.GetLength(1) != resolution) throw new Exception("heights of another size");
            foreach (float h in heights) if (!(h >= 0 && h <= 1)) throw new Exception("height " + h);
            this.heights = heights;
        }
        public void SetAlphamaps(int x, int y, float[,,] map)
        {
            UnityEditor.AssetDatabase.Require(this);
            if (map.GetLength(0) != alpha || map.GetLength(1) != alpha || map.GetLength(2) != layers.Length) throw new Exception("weights of another size");
            weights = map;
        }
    }
    public class Terrain : Component
    {
        public TerrainData terrainData;
        public bool allowAutoConnect;
        public static GameObject CreateTerrainGameObject(TerrainData assignTerrain)
        {
            var made = new GameObject("Terrain");
            made.Add(new Terrain { terrainData = assignTerrain });
            return made;
        }
    }
    public static class Mathf
    {
        public static int Clamp(int value, int min, int max) { return Math.Min(Math.Max(value, min), max); }
        public static int ClosestPowerOfTwo(int value)
        {
            int below = 1;
            while (2 * below <= value) below *= 2;
            return value - below < 2 * below - value ? below : 2 * below;
        }
    }
    public static class Application { public static string dataPath, unpacked; }
    public static class Debug
    {
        public static void LogError(object message) { throw new Exception("" + message); }
        public static void LogWarning(object message) { Console.WriteLine("warning: " + message); }
    }
    // Public fields of serializable classes, by name; others are left out.
    public static class JsonUtility
    {
        public static T FromJson<T>(string json) { int at = 0; return (T)Read(json, ref at, typeof(T)); }
        static void Skip(string s, ref int at) { while (char.IsWhiteSpace(s[at]) || s[at] == ',' || s[at] == ':') at++; }
        static string Word(string s, ref int at)
        {
            int from = ++at;
            while (s[at] != '"') at += s[at] == '\\' ? 2 : 1;
            return s.Substring(from, at++ - from);
        }
        static object Read(string s, ref int at, Type type)
        {
            Skip(s, ref at);
            if (s[at] == '"') return Word(s, ref at);
            if (s[at] == '{') return ReadObject(s, ref at, type);
            if (s[at] == '[') return ReadArray(s, ref at, type);
            int from = at;
            while (",]} \n".IndexOf(s[at]) < 0) at++;
            string plain = s.Substring(from, at - from);
            return type == null ? plain : Convert.ChangeType(plain, type, System.Globalization.CultureInfo.InvariantCulture);
        }
        static object ReadObject(string s, ref int at, Type type)
        {
            if (type != null && !type.IsSerializable) throw new Exception(type + " is not serializable");
            object made = type == null ? null : Activator.CreateInstance(type, true);
            for (at++, Skip(s, ref at); s[at] != '}'; Skip(s, ref at))
            {
                string key = Word(s, ref at);
                FieldInfo field = type == null ? null : type.GetField(key);
                object value = Read(s, ref at, field == null ? null : field.FieldType);
                if (field != null) field.SetValue(made, value);
            }
            at++;
            return made;
        }
        static object ReadArray(string s, ref int at, Type type)
        {
            var list = new List<object>();
            for (at++, Skip(s, ref at); s[at] != ']'; Skip(s, ref at))
                list.Add(Read(s, ref at, type == null ? null : type.GetElementType()));
            at++;
            if (type == null) return null;
            Array made = Array.CreateInstance(type.GetElementType(), list.Count);
            for (int i = 0; i < list.Count; i++) made.SetValue(list[i], i);
            return made;
        }
    }
}

namespace UnityEditor
{
    using UnityEngine;
    [AttributeUsage(AttributeTargets.Method)]
    public class MenuItem : Attribute { public MenuItem(string itemName) { } }
    public static class EditorUtility
    {
        public static string folder;
        public static string OpenFolderPanel(string title, string folder, string defaultName) { return EditorUtility.folder; }
    }
    public static class AssetDatabase
    {
        public static readonly Dictionary<string, UnityEngine.Object> Assets = new Dictionary<string, UnityEngine.Object>();
        public static bool Saved;
        public static string GenerateUniqueAssetPath(string path) { return path; }
        public static void CreateAsset(UnityEngine.Object asset, string path)
        {
            if (!path.StartsWith("Assets/")) throw new Exception("an asset outside Assets: " + path);
            Assets.Add(path, asset);
        }
        public static void SaveAssets() { Saved = true; }
        public static T LoadAssetAtPath<T>(string path) where T : class { return path.EndsWith("/water.glb") ? new GameObject("water") as T : null; }
        public static void Require(UnityEngine.Object asset)
        {
            if (!Assets.ContainsValue(asset)) throw new Exception(asset + " is no asset: it would be lost");
        }
    }
    public static class PrefabUtility
    {
        // As glTFast imports: X is turned round.
        public static UnityEngine.Object InstantiatePrefab(UnityEngine.Object asset, Transform parent)
        {
            var made = (GameObject)asset;
            made.transform.parent = parent;
            made.Add(new Renderer { bounds = new Bounds { center = new Vector3(-1, 0, -1) } });
            return made;
        }
    }
}
